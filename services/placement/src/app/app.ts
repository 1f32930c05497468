import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { KnownFacts } from '../db/known-facts.ts'
import type { PlacementTables } from '../db/tables.ts'

/** What placement's use cases depend on. */
export interface PlacementApp {
  readonly db: Kysely<PlacementTables>
  readonly clock: Clock
  readonly facts: KnownFacts
  /** The maximum and default number of candidates: `[placement] max_allocation_candidates`. */
  readonly maxCandidates: number
  /** The recorded owner of consumers whose requests name none (before 1.8). */
  readonly unnamedOwner: { readonly projectId: string; readonly userId: string }
}
