/** A failed command: the message is the one line shown to the user, and the exit code is 1. */
export class CliError extends Error {
  override readonly name: string = 'CliError'
}

/** An error response of a service. */
export class HttpError extends CliError {
  override readonly name = 'HttpError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
