/** Something the person at the keyboard can mend: its message is the whole story, in one line. */
export class UserError extends Error {
  override readonly name = 'UserError'
}
