import type { HypervisorOfHost } from '@nimbo/compute/driver/hypervisor-of-host'
import type { ConfiguredStores } from '@nimbo/image/driver/image-store'
import type { NetworkAgentDriver } from '@nimbo/network/driver/network-agent-driver'
import type { ObjectBytes } from '@nimbo/object-store/driver/object-bytes'
import type { StoragePolicy } from '@nimbo/object-store/driver/storage-policy'
import type { BackupStore } from '@nimbo/volume/driver/backup-store'
import type { VolumeBackend } from '@nimbo/volume/driver/volume-backend'

/** The drivers of a cloud of one process: real ones on a host, fakes in tests. */
export interface Drivers {
  readonly hypervisors: readonly HypervisorOfHost[]
  readonly network: NetworkAgentDriver
  readonly volumes: VolumeBackend
  /** Additional volume back ends of the same host. */
  readonly moreVolumes?: readonly VolumeBackend[]
  readonly backups: BackupStore
  readonly images: ConfiguredStores
  readonly objects: ObjectBytes
}

/** The drivers that roles can ask for; each is opened on demand. */
export interface CloudDrivers {
  hypervisor(): Promise<readonly HypervisorOfHost[]>
  network(): Promise<NetworkAgentDriver>
  volume(): Promise<readonly VolumeBackend[]>
  backup(): Promise<BackupStore>
  store(): Promise<ConfiguredStores>
  objects(): Promise<readonly StoragePolicy[]>
}
