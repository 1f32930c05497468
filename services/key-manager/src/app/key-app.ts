import type { UnifiedLimits } from '@nimbo/clients/unified-limits'
import type { Clock } from '@nimbo/kernel/clock'
import type { BarbicanConfig } from '../config.ts'
import type { KeyDb } from '../db/tables.ts'
import type { Vault } from './sealing/vault.ts'

/** What the use cases of secrets work with. */
export interface KeyApp {
  readonly db: KeyDb
  readonly clock: Clock
  readonly config: BarbicanConfig
  readonly vault: Vault
  /** Limits as identity keeps them. */
  readonly unified: UnifiedLimits
}
