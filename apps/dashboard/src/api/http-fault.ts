/** A refusal of the dashboard's own server. */
export class HttpFault extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
