/** A violation of a rule. */
export interface Violation {
  readonly path: string
  readonly line: number
  /** What was found, such as the imported specifier. */
  readonly what: string
  readonly reason: string
}
