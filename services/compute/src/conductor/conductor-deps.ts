import type { DurableEngine } from '@nimbo/durable/durable-engine'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Log } from '@nimbo/kernel/log'
import type { auditCloud } from '../audit/audit-cloud.ts'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Databases } from '../db/cells/databases.ts'
import type { ServerNotices } from '../db/servers/server-notices.ts'
import type { ImagesOfAggregate } from './images/images-of-aggregate.ts'

/** Runs the flows of each database. */
export interface Engines {
  readonly api: DurableEngine
  /** Wakes a flow of a cell; if the cell's engine is not running yet, it finds the flow when it starts. */
  readonly wakeIn: (cellId: string, flowId: FlowId) => void
}

/** What the conductor depends on. */
export interface ConductorDeps {
  readonly databases: Databases
  readonly engines: Engines
  readonly clock: Clock
  /** Sends notifications about servers. */
  readonly notices: ServerNotices
  /** Sends notifications about hosts. */
  readonly notifier: Notifier
  readonly log: Log
  /** Whether new hosts are mapped to their cell at their first report, or must be discovered by command. */
  readonly mapsNewHosts: boolean
  /** Whether new hosts get servers at once, or are disabled until an administrator enables them. */
  readonly enablesNewHosts: boolean
  /** Whether builds that fail on a host count against it when hosts are weighed. */
  readonly countsFailedBuilds: boolean
  /** Has the hosts of an aggregate cache images. */
  readonly cacheImages: (ctx: Context, order: ImagesOfAggregate) => Promise<void>
  readonly audit: ReturnType<typeof auditCloud>
  /** Decrypts secrets meant for hosts. */
  readonly unseal: (sealed: string) => string
}
