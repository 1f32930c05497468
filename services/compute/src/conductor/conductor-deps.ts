import type { DurableEngine } from '@nimbo/durable/durable-engine'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { Databases } from '../app/app.ts'

/** Runs the flows of each database. */
export interface Engines {
  readonly api: DurableEngine
  /** Undefined for a cell this conductor does not serve. */
  readonly cell: (cellId: string) => DurableEngine | undefined
}

/** What the conductor answers from. */
export interface ConductorDeps {
  readonly databases: Databases
  readonly engines: Engines
  readonly clock: Clock
  readonly log: Log
  /** Decrypts what only hosts may read. */
  readonly unseal: (sealed: string) => string
}
