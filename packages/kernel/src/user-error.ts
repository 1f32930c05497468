/** Something the person at the keyboard can mend: its message is the whole story, in one line. */
export class UserError extends Error {
  override readonly name = 'UserError'
  /** Where a command has an exit code for just this. */
  readonly exitCode: number | undefined

  constructor(message: string, exitCode?: number) {
    super(message)
    this.exitCode = exitCode
  }
}
