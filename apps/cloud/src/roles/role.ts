import type { Hypervisor } from '@nimbo/compute/driver/hypervisor'
import type { ImageStore } from '@nimbo/image/driver/image-store'
import type { NetworkAgentDriver } from '@nimbo/network/driver/network-agent-driver'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { VolumeBackend } from '@nimbo/volume/driver/volume-backend'
import type { Settings } from '../settings.ts'

/** The services by the names operators know: of their configuration files, databases and accounts. */
export const serviceNames = ['keystone', 'placement', 'glance', 'neutron', 'cinder', 'nova'] as const
export type ServiceName = (typeof serviceNames)[number]

/** A hypervisor and the host it stands for. */
export interface HypervisorOfHost {
  readonly host: string
  readonly driver: Hypervisor
}

/** Opened when a role asks for them: a process without compute needs no hypervisor. */
export interface RoleDrivers {
  hypervisors(): Promise<readonly HypervisorOfHost[]>
  network(): Promise<NetworkAgentDriver>
  volumes(): Promise<readonly VolumeBackend[]>
  images(): Promise<ImageStore>
}

/** What a role is started with besides its host. */
export interface RoleGround {
  readonly settings: Settings
  readonly drivers: RoleDrivers
  /** The hosts this process stands for: one, or any number of make-believe ones. */
  readonly hosts: readonly string[]
  /**
   * What this process is called, where it is sure never to be two at once: it takes up at its next start what it left
   * unfinished, without waiting for leases to lapse.
   */
  readonly instance?: string
  /** By which the secrets of servers are encrypted; what nova.conf says unless given. */
  readonly sealingKey?: string
  /** New compute hosts are taken in as they report, without an operator who discovers them. */
  readonly takesNewHosts?: true
}

/** Where an API listens, and how many processes serve it (one a core unless given). */
export interface Binding {
  readonly host: string
  readonly port: number
  readonly workers: number | undefined
}

/** A part of the cloud that can be a process of its own. */
export interface Role {
  /** As in `nimbo serve nova-api`. */
  readonly name: string
  readonly service: ServiceName
  /** An API answers requests, a worker serves the bus from any machine, an agent is bound to its host. */
  readonly kind: 'api' | 'worker' | 'agent'
  /** Where an API listens by itself. */
  readonly binding?: (settings: Settings) => Binding
  /** How many processes of a worker a machine runs. */
  readonly workers?: (settings: Settings) => number
  /** Runs only where an operator asks for it, never as part of the one process: what it answers depends on who is near. */
  readonly byRequest?: true
  /** Guests reach its port: what the process tells of itself to operators is not told there. */
  readonly facesGuests?: true
  /** Loads the code of the role too: a process holds that of its own roles only. */
  readonly start: (host: ServiceHost, ground: RoleGround) => Promise<RunningService>
}
