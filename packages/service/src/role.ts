import type { Binding, Listening } from './listening.ts'
import type { ReadOptions } from './read-options.ts'
import type { RunningService, ServiceHost } from './service-host.ts'

/** What a process offers its roles besides the host. */
export interface RoleProcess<Drivers> {
  /** Opened on demand: a process without compute needs no hypervisor. */
  readonly drivers: Drivers
  /** The hosts of this process: one, or several simulated ones. */
  readonly hosts: readonly string[]
  /**
   * The process's name, if it is certainly unique: then it resumes its unfinished work at the next start without waiting for
   * leases to expire.
   */
  readonly instance?: string
}

/** What a role is started with besides its host. */
export interface RoleContext<Configuration, Drivers> extends RoleProcess<Drivers> {
  readonly config: Configuration
  /** For sections whose names are in the configuration. */
  readonly read: ReadOptions
}

export type StartRole<Configuration, Drivers> = (
  host: ServiceHost,
  context: RoleContext<Configuration, Drivers>,
) => Promise<RunningService>

/** An API answers requests, a worker serves the bus from any machine, an agent works for the machine it runs on. */
type RoleKind =
  | { readonly kind: 'api'; readonly listens: Listening }
  | { readonly kind: 'worker' | 'agent'; readonly listens?: never }

/** A role: a part of a service that can run as a separate process. */
export type RoleDeclaration<Configuration, Drivers> = RoleKind & {
  /** How many processes of a worker run per machine (default 1). */
  readonly processes?: (config: Configuration) => number
  /**
   * Runs only if configured; in a cloud of one process only if it has a mount, because its answers depend on the network it is
   * reached from.
   */
  readonly byRequest?: true
  /** Its path prefix in a cloud of one process; by default that of the service's API. */
  readonly mount?: string
  /** Guests can reach its port, so metrics and the like must not be served there. */
  readonly facesGuests?: true
  /** Whether every compute host runs it. */
  readonly onComputeHosts?: true
  /** Loads the role's code; a process only loads its own roles. */
  readonly start: () => Promise<StartRole<Configuration, Drivers>>
}

/** What replaces an operator in a cloud of one process. */
export interface Unattended {
  /** A secret that stays the same over restarts; generated and stored at first use. */
  secret(name: string): Promise<string>
  /** The hosts of the process. */
  readonly hosts: readonly string[]
}

/** What the cloud starts a role with. */
export interface RoleStart<Drivers> extends RoleProcess<Drivers> {
  readonly read: ReadOptions
  readonly unattended?: Pick<Unattended, 'secret'>
}

/** A role as the cloud sees it. */
export interface Role<in Drivers> {
  /** The name in `nimbo serve nova-api`. */
  readonly name: string
  readonly kind: RoleKind['kind']
  readonly byRequest: boolean
  readonly facesGuests: boolean
  readonly mount: string | undefined
  readonly onComputeHosts: boolean
  /** The default port and listening options of an API; undefined for other roles. */
  readonly listens: Listening | undefined
  /** The listening address of an API. */
  binding(read: ReadOptions): Binding | undefined
  /** How many processes run per machine; undefined means one per core. */
  processes(read: ReadOptions): number | undefined
  readonly start: (host: ServiceHost, start: RoleStart<Drivers>) => Promise<RunningService>
}
