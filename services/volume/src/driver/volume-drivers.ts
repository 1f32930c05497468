import type { BackupStore } from './backup-store.ts'
import type { VolumeBackend } from './volume-backend.ts'

/** The drivers of this service; each is opened when a role needs it. */
export interface VolumeDrivers {
  /** The back ends of this host, by the names in `enabled_backends`. */
  volume(): Promise<readonly VolumeBackend[]>
  backup(): Promise<BackupStore>
}
