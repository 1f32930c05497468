import type { DurableEngine } from '@nimbo/durable/durable-engine'
import type { Clock } from '@nimbo/kernel/clock'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Log } from '@nimbo/kernel/log'
import type { auditCloud } from '../audit/audit-cloud.ts'
import type { Databases } from '../db/cells/databases.ts'
import type { ServerNotices } from '../db/servers/server-notices.ts'

/** Runs the flows of each database. */
export interface Engines {
  readonly api: DurableEngine
  /** A flow of a cell can go on; in one that is not taken up yet, it will be found when it is. */
  readonly wakeIn: (cellId: string, flowId: FlowId) => void
}

/** What the conductor answers from. */
export interface ConductorDeps {
  readonly databases: Databases
  readonly engines: Engines
  readonly clock: Clock
  /** Tells the world what becomes of servers. */
  readonly notices: ServerNotices
  readonly log: Log
  /** Whether a host that reports for the first time is taken in at once, or waits to be discovered. */
  readonly mapsNewHosts: boolean
  readonly audit: ReturnType<typeof auditCloud>
  /** Decrypts what only hosts may read. */
  readonly unseal: (sealed: string) => string
}
