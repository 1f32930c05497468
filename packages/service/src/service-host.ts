import type { Bus } from '@nimbo/bus/bus'
import type { ServiceCredentials } from '@nimbo/clients/service-tokens'
import type { MigrationSet } from '@nimbo/db/migrate'
import type { FlowCount } from '@nimbo/durable/flow-counts'
import type { Handler } from '@nimbo/http/message'
import type { Upgrade } from '@nimbo/http/upgrade'
import type { ClientTls } from '@nimbo/http/tls'
import type { Transport } from '@nimbo/http/transport'
import type { Pace } from '@nimbo/kernel/background-pace'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { LogThreshold } from '@nimbo/kernel/log-threshold'
import type { SharedRelays } from '@nimbo/notifications/shared-relays'
import type { SpanSink } from '@nimbo/trace/span'
import type { SpanReader } from '@nimbo/trace/span-table'
import type { Kysely } from 'kysely'
import type { TokenInvalidations } from './token-invalidations.ts'

/** Everything that the cloud provides to a service, independent of the deployment's shape. */
export interface ServiceHost {
  readonly clock: Clock
  readonly log: Log
  /** The minimum level of the log; each role has its own. */
  readonly logThreshold: LogThreshold
  /** The service's message bus. */
  readonly bus: Bus
  /** REST calls to other services, by service type. */
  readonly transport: Transport
  /** Trust for TLS connections outside `transport`; the system's by default. */
  readonly clientTls?: ClientTls
  readonly spans: SpanSink
  readonly traces: SpanReader
  /** See `FailureDetector.silentBefore`. */
  readonly silentBefore: (allowedMs: number) => number
  /**
   * Opens a database by its operators' name (`keystone`, `nova_api`), or a cell's by the URL in its mapping. Roles of a process
   * share it; it is closed after the last one has stopped.
   */
  openDatabase<Tables>(database: string, migrations: MigrationSet): Promise<Kysely<Tables>>
  /** Opens the broker of a cell by the URL in its mapping; shared and closed like databases. */
  openBus(transport: string): Promise<Bus>
  /**
   * A persistent directory of the service, such as `images` or `instances`. Private unless `mode` allows more: QEMU runs as
   * another user and needs access to disks.
   */
  directory(name: string, mode?: number): Promise<string>
  /** The service's account: `nova`, `glance`, … */
  credentials(username: string): ServiceCredentials
  /** Relays of notifications, shared by roles with the same database. */
  readonly relays?: SharedRelays
  /** The pace of work that nobody waits for, shared by all roles of a process that serves requests too (default: without rests). */
  readonly pace?: Pace | undefined
  /** Distributes Keystone's token invalidations to all APIs. */
  readonly tokenInvalidations: TokenInvalidations
  /** The public URL of Keystone. */
  readonly identityUri: string
  /** The content of a file with which an operator replaced a built-in one, by service. */
  override(
    service: string,
    file:
      | 'api-paste.ini'
      | 'policy.yaml'
      | 'pipeline.yaml'
      | 'polling.yaml'
      | 'event_definitions.yaml'
      | 'gnocchi_resources.yaml',
  ): string | undefined
}

/** A started role. */
export interface RunningService {
  /** The request handler of an API. */
  readonly api?: Handler
  /** Handles Upgrade requests; `leave` closes their connections. */
  readonly upgrade?: Upgrade
  /** Starts work that needs other services: agents, reconcilers, unfinished flows. */
  begin(): Promise<void>
  /** Resolves when no background work is running. */
  settled(): Promise<void>
  /** The state of the service's flows, for metrics. */
  census?(): Promise<readonly FlowCount[]>
  /** The state of guests at the last poll, for metrics. */
  guests?(): readonly {
    readonly meter: string
    readonly value: number
    readonly project: string
    readonly resource: string
  }[]
  /** Ends endless replies before a shutdown; others are completed. */
  leave?(): void
  stop(): Promise<void>
}
