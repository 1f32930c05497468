import type { Binding, Listening } from './listening.ts'
import type { ReadOptions } from './read-options.ts'
import type { RunningService, ServiceHost } from './service-host.ts'

/** What the process of a role has for it besides its host. */
export interface RoleProcess<Drivers> {
  /** Opened when a role asks for them: a process without compute needs no hypervisor. */
  readonly drivers: Drivers
  /** The hosts this process stands for: one, or any number of make-believe ones. */
  readonly hosts: readonly string[]
  /**
   * What this process is called, where it is sure never to be two at once: it takes up at its next start what it left
   * unfinished, without waiting for leases to lapse.
   */
  readonly instance?: string
}

/** What a role is started with besides its host. */
export interface RoleContext<Configuration, Drivers> extends RoleProcess<Drivers> {
  readonly config: Configuration
}

export type StartRole<Configuration, Drivers> = (
  host: ServiceHost,
  context: RoleContext<Configuration, Drivers>,
) => Promise<RunningService>

/** An API answers requests, a worker serves the bus from any machine, an agent works on the machine it runs on. */
type RoleKind =
  | { readonly kind: 'api'; readonly listens: Listening }
  | { readonly kind: 'worker' | 'agent'; readonly listens?: never }

/** A part of a service that can be a process of its own, as the service declares it. */
export type RoleDeclaration<Configuration, Drivers> = RoleKind & {
  /** How many processes of a worker a machine runs (1). */
  readonly processes?: (config: Configuration) => number
  /** Runs only where an operator asks for it, as part of the one process only if it has a place of its own there: what it answers depends on who is near. */
  readonly byRequest?: true
  /** Where it is beside the APIs in a cloud of one process; one that says nothing is its service's API. */
  readonly mount?: string
  /** Guests reach its port: what the process tells of itself to operators is not told there. */
  readonly facesGuests?: true
  /** Every compute host has one. */
  readonly onComputeHosts?: true
  /** Loads the code of the role: a process holds that of its own roles only. */
  readonly start: () => Promise<StartRole<Configuration, Drivers>>
}

/** What a cloud of one process has in place of an operator who set it up. */
export interface Unattended {
  /** The secret of that name, the same at every start; made up, and kept before it is given, at the first. */
  secret(name: string): Promise<string>
  /** The hosts of the process. */
  readonly hosts: readonly string[]
}

/** What the cloud starts a role with. */
export interface RoleStart<Drivers> extends RoleProcess<Drivers> {
  readonly read: ReadOptions
  readonly unattended?: Pick<Unattended, 'secret'>
}

/** A role as the cloud knows it. */
export interface Role<in Drivers> {
  /** As in `nimbo serve nova-api`. */
  readonly name: string
  readonly kind: RoleKind['kind']
  readonly byRequest: boolean
  readonly facesGuests: boolean
  readonly mount: string | undefined
  readonly onComputeHosts: boolean
  /** Of an API. */
  readonly listens: Listening | undefined
  /** Where an API listens by itself. */
  binding(read: ReadOptions): Binding | undefined
  /** How many processes of it a machine runs; undefined is one a core. */
  processes(read: ReadOptions): number | undefined
  readonly start: (host: ServiceHost, start: RoleStart<Drivers>) => Promise<RunningService>
}
