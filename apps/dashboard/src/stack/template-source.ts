/** A template that the service has read, with what it said of it. */
export interface CheckedTemplate {
  readonly template: string
  readonly environment: string | undefined
  /** The reply to the check: its parameters. */
  readonly described: unknown
}
