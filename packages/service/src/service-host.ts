import type { Bus } from '@nimbo/bus/bus'
import type { ServiceCredentials } from '@nimbo/clients/service-tokens'
import type { MigrationSet } from '@nimbo/db/migrate'
import type { FlowCount } from '@nimbo/durable/flow-census'
import type { Handler } from '@nimbo/http/message'
import type { Upgrade } from '@nimbo/http/upgrade'
import type { ClientTls } from '@nimbo/http/tls'
import type { Transport } from '@nimbo/http/transport'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { LogThreshold } from '@nimbo/kernel/log-threshold'
import type { SharedRelays } from '@nimbo/notifications/shared-relays'
import type { SpanSink } from '@nimbo/trace/span'
import type { SpanReader } from '@nimbo/trace/span-table'
import type { Kysely } from 'kysely'
import type { TokenInvalidations } from './token-invalidations.ts'

/** What the cloud gives a service to live on. Nothing in it tells which shape the cloud has. */
export interface ServiceHost {
  readonly clock: Clock
  readonly log: Log
  /** What of it is written; each role has one of its own. */
  readonly logThreshold: LogThreshold
  /** The broker of the service itself. */
  readonly bus: Bus
  /** REST to other services, by service type. */
  readonly transport: Transport
  /** How far it trusts servers that it reaches by other ways than that; as the system does unless given. */
  readonly clientTls?: ClientTls
  readonly spans: SpanSink
  readonly traces: SpanReader
  /** Whose heartbeats this process has missed for longer than so many milliseconds: see `FailureDetector.silentBefore`. */
  readonly silentBefore: (allowedMs: number) => number
  /**
   * A database by the name operators know (`keystone`, `nova_api`), or a cell's by the address its mapping holds. Roles of
   * one process that ask for the same one share it; the host closes it after the last of them has stopped.
   */
  openDatabase<Tables>(database: string, migrations: MigrationSet): Promise<Kysely<Tables>>
  /** The broker at the address a cell's mapping holds; shared and closed as databases are. */
  openBus(transport: string): Promise<Bus>
  /**
   * A directory of that name which is the service's own and lasts: `images`, `instances`. Nobody else may enter it, unless
   * `mode` says so: QEMU runs as a user of its own and must get at disks.
   */
  directory(name: string, mode?: number): Promise<string>
  /** The account by which the service speaks to others: `nova`, `glance`, … */
  credentials(username: string): ServiceCredentials
  /** Sends what the process has told; shared by roles that write to one database. */
  readonly relays?: SharedRelays
  /** Where identity tells which tokens hold no longer, and every door hears it. */
  readonly tokenInvalidations: TokenInvalidations
  /** The public address of identity, as clients are told it. */
  readonly identityUri: string
  /** Texts of files an operator put in place of the built-in ones, by service name. */
  override(
    service: string,
    file: 'api-paste.ini' | 'policy.yaml' | 'pipeline.yaml' | 'polling.yaml',
  ): string | undefined
}

/** A role that has been started. */
export interface RunningService {
  /** What answers requests, in a role that is an API. */
  readonly api?: Handler
  /** What takes over connections that ask for another protocol at its door; `leave` ends them. */
  readonly upgrade?: Upgrade
  /** Begins work that needs the other services to be reachable: agents, reconcilers, unfinished flows. */
  begin(): Promise<void>
  /** Resolves when nothing the service began of its own is under way. */
  settled(): Promise<void>
  /** How the flows stand that the service carries on, for whoever watches it. */
  census?(): Promise<readonly FlowCount[]>
  /** What was found of guests at the last look, for whoever watches them. */
  guests?(): readonly {
    readonly meter: string
    readonly value: number
    readonly project: string
    readonly resource: string
  }[]
  /** Ends replies that would go on without end, when no more requests are to be taken: others are let come to theirs. */
  leave?(): void
  stop(): Promise<void>
}
