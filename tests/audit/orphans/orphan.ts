import type { UntidyBooks } from '../untidy-books.ts'

/** An inconsistency that a test makes by hand, with the kind that the audit must report and a check of the repair. */
export interface Orphan<Untidy = UntidyBooks> {
  readonly kind: string
  /** Makes the inconsistency; resolves to a check that it was repaired. */
  make(untidy: Untidy): Promise<() => Promise<unknown>>
}
