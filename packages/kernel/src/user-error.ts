/** An error that the user can fix: its message is complete and one line long. */
export class UserError extends Error {
  override readonly name = 'UserError'
  /** For commands with an exit code for this error. */
  readonly exitCode: number | undefined

  constructor(message: string, exitCode?: number) {
    super(message)
    this.exitCode = exitCode
  }
}
