import type { UnifiedLimits } from '@nimbo/clients/unified-limits'
import type { Clock } from '@nimbo/kernel/clock'
import type { BarbicanConfig } from '../config.ts'
import type { KeyDb } from '../db/tables.ts'
import type { Vault } from './sealing/vault.ts'

/** What the use cases depend on. */
export interface KeyApp {
  readonly db: KeyDb
  readonly clock: Clock
  readonly config: BarbicanConfig
  readonly vault: Vault
  /** Limits kept by Keystone. */
  readonly unified: UnifiedLimits
}
