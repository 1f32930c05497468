import type { BackupStore } from './backup-store.ts'
import type { VolumeBackend } from './volume-backend.ts'

/** What the roles of this service drive; each is opened when a role asks for it. */
export interface VolumeDrivers {
  /** The back ends of this machine, named as `enabled_backends` names them. */
  volume(): Promise<readonly VolumeBackend[]>
  backup(): Promise<BackupStore>
}
