/** A validated template, with Heat's reply. */
export interface CheckedTemplate {
  readonly template: string
  readonly environment: string | undefined
  /** The reply to the validation, with the parameters. */
  readonly described: unknown
}
