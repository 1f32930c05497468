/** What came of a request about many objects. */
export interface BulkOutcome {
  /** Figures by the names that the reply gives them. */
  readonly counts: Readonly<Record<string, number>>
  /** Path and status of each that failed. */
  readonly errors: readonly (readonly [path: string, status: string])[]
  /** Why all of it was given up, where it was. */
  readonly givenUp?: { readonly status: string; readonly reason: string }
}
