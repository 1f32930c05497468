import type { FloatingIps } from '@nimbo/clients/floating-ips'
import type { IdentityClient } from '@nimbo/clients/identity'
import type { ImageClient } from '@nimbo/clients/image'
import type { ImageCatalogue } from '@nimbo/clients/image-catalogue'
import type { ImageMaker } from '@nimbo/clients/image-maker'
import type { NetworkClient } from '@nimbo/clients/network'
import type { PlacementClient } from '@nimbo/clients/placement'
import type { SecurityGroupChanges } from '@nimbo/clients/security-group-changes'
import type { VolumeClient } from '@nimbo/clients/volume'
import type { VolumeCatalogue } from '@nimbo/clients/volume-catalogue'
import type { VolumeSources } from '@nimbo/clients/volume-sources'
import type { Clock } from '@nimbo/kernel/clock'
import type { KeyManagerClient } from '@nimbo/clients/key-manager'
import type { Log } from '@nimbo/kernel/log'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Enforcer } from '@nimbo/policy/enforcer'
import type { SpanReader } from '@nimbo/trace/span-table'
import type { Tracer } from '@nimbo/trace/tracer'
import type { Databases } from '../db/cells/databases.ts'
import type { ServerNotices } from '../db/servers/server-notices.ts'
import type { ComputeHostPort } from './compute-host-port.ts'
import type { ComputeConfig } from './compute-options.ts'
import type { ConductorPort } from './conductor-port.ts'
import type { ProjectLimits } from './quotas/project-limits.ts'

/** Operations of other services behind compute's deprecated proxy APIs. */
export interface Proxied {
  readonly images: ImageCatalogue
  readonly volumes: VolumeCatalogue
  readonly floatingIps: FloatingIps
  readonly securityGroups: SecurityGroupChanges
}

/** Clients of other services, by the identity they use. */
export interface Clients {
  readonly image: ImageClient
  readonly keys: Pick<KeyManagerClient, 'certificate'>
  readonly imageMaker: ImageMaker
  readonly network: NetworkClient
  readonly volume: VolumeClient
  readonly volumeSources: VolumeSources
  readonly proxied: Proxied
  readonly projects: Pick<IdentityClient, 'projectExists'>
  /** Clients with compute's own account, for operations that users may not do themselves. */
  readonly service: {
    readonly network: NetworkClient
    readonly volume: VolumeClient
    readonly placement: PlacementClient
  }
}

/** What the compute API depends on. */
export interface ComputeApiDeps {
  readonly databases: Databases
  readonly clients: Clients
  readonly conductor: ConductorPort
  readonly computeHost: ComputeHostPort
  readonly enforcer: Enforcer
  readonly config: ComputeConfig
  readonly limits: ProjectLimits
  readonly traces: SpanReader
  readonly tracer: Tracer
  /** Sends notifications about servers. */
  readonly notices: ServerNotices
  /** Sends all other notifications. */
  readonly notifier: Notifier
  readonly clock: Clock
  readonly log: Log
  /** Encrypts secrets for the host: `seal` of `@nimbo/kernel/sealed-text` with the cloud's key. */
  readonly seal: (text: string) => string
}
