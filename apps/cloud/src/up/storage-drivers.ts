import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { fileObjects } from '@nimbo/objects-file/file-objects'
import { fileStore } from '@nimbo/store-file/file-store'
import { fileBackups } from '@nimbo/volume-file/backups/file-backups'
import { fileVolumes } from '@nimbo/volume-file/file-volumes'
import type { Drivers } from '../drivers.ts'
import type { StateDirectory } from '../state-directory.ts'

/** What drivers stand on. */
export interface Ground {
  readonly state: StateDirectory
  readonly clock: Clock
  readonly log: Log
}

/** Where images, volumes, backups and objects are kept, whatever runs the servers. */
export const storageDrivers = async ({
  state,
  log,
}: Ground): Promise<Pick<Drivers, 'images' | 'volumes' | 'backups' | 'objects'>> => ({
  images: {
    stores: [{ id: 'file', weight: 0, store: fileStore({ directory: await state.directory('images') }) }],
    staging: fileStore({ directory: await state.directory('staging') }),
  },
  objects: fileObjects({ directory: await state.directory('objects') }),
  backups: fileBackups({ directory: await state.directory('backups') }),
  volumes: fileVolumes({
    directory: await state.directory('volumes', 0o711),
    log: log.child({ service: 'cinder-volume' }),
  }),
})
