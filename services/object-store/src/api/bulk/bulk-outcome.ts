/** The outcome of a bulk request. */
export interface BulkOutcome {
  /** Counters, keyed by their names in the response. */
  readonly counts: Readonly<Record<string, number>>
  /** Path and status line of each failure. */
  readonly errors: readonly (readonly [path: string, status: string])[]
  /** Set when the whole request was aborted: its status and the reason. */
  readonly givenUp?: { readonly status: string; readonly reason: string }
}
