/** One thing that is not as the house wants it. */
export interface Violation {
  readonly path: string
  readonly line: number
  /** What was found, such as the specifier imported. */
  readonly what: string
  readonly reason: string
}
