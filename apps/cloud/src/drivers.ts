import type { Hypervisor } from '@nimbo/compute/driver/hypervisor'
import type { ImageStore } from '@nimbo/image/driver/image-store'
import type { NetworkAgentDriver } from '@nimbo/network/driver/network-agent-driver'
import type { VolumeBackend } from '@nimbo/volume/driver/volume-backend'

/** What the cloud drives: real ones on a host, fakes in a test. */
export interface Drivers {
  readonly hypervisors: readonly { readonly host: string; readonly driver: Hypervisor }[]
  readonly network: NetworkAgentDriver
  readonly volumes: VolumeBackend
  readonly images: ImageStore
}
