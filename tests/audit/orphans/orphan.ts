import type { UntidyBooks } from '../untidy-books.ts'

/** Something wrong that a story makes by hand: what the audit must call it, and how things stand after the repair. */
export interface Orphan<Untidy = UntidyBooks> {
  readonly kind: string
  /** Makes it; resolves to a check of what the repair must have done. */
  make(untidy: Untidy): Promise<() => Promise<unknown>>
}
