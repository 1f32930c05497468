/** A command that could not be carried out: its message is the one line the user sees, and the exit code is 1. */
export class CliError extends Error {
  override readonly name: string = 'CliError'
}

/** A refusal by a service. */
export class HttpError extends CliError {
  override readonly name = 'HttpError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
