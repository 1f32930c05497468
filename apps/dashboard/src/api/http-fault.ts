/** An error response of the dashboard service's own API. */
export class HttpFault extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
