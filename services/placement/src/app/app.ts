import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { KnownFacts } from '../db/known-facts.ts'
import type { PlacementTables } from '../db/tables.ts'

/** What placement's operations work with. */
export interface PlacementApp {
  readonly db: Kysely<PlacementTables>
  readonly clock: Clock
  readonly facts: KnownFacts
  /** Most candidates a request may get, and gets when it names no limit: `[placement] max_allocation_candidates`. */
  readonly maxCandidates: number
  /** Whose consumers are recorded to be that old callers name no owner for. */
  readonly unnamedOwner: { readonly projectId: string; readonly userId: string }
}
