import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { diskObjects } from '@nimbo/objects-file/disk-objects'
import { fileStore } from '@nimbo/store-file/file-store'
import { fileBackups } from '@nimbo/volume-file/backups/file-backups'
import { fileVolumes } from '@nimbo/volume-file/file-volumes'
import type { Drivers } from '../drivers.ts'
import type { StateDirectory } from '../state-directory.ts'

/** The name of the second volume back end, and of the second image store. */
const spare = 'spare'

/** What drivers need to start. */
export interface DriverDeps {
  readonly state: StateDirectory
  readonly clock: Clock
  readonly log: Log
}

/** The drivers for images, volumes, backups and objects, with any hypervisor. */
export const storageDrivers = async ({
  state,
  log,
}: DriverDeps): Promise<Pick<Drivers, 'images' | 'volumes' | 'moreVolumes' | 'backups' | 'objects'>> => ({
  images: {
    stores: [
      { id: 'file', weight: 0, store: fileStore({ directory: await state.directory('images') }) },
      {
        ...{ id: spare, weight: -1, description: 'Beside the usual one, for what is to lie twice' },
        store: fileStore({ directory: await state.directory(`images-${spare}`) }),
      },
    ],
    staging: fileStore({ directory: await state.directory('staging') }),
  },
  objects: diskObjects({ directories: [await state.directory('objects')], replicas: 1 }),
  backups: fileBackups({ directory: await state.directory('backups') }),
  volumes: await volumesIn(state, log, 'volumes'),
  // A second back end, so that retyping and migrating volumes can be tried.
  moreVolumes: [{ ...(await volumesIn(state, log, `volumes-${spare}`)), name: spare }],
})

const volumesIn = async (state: StateDirectory, log: Log, name: string) =>
  fileVolumes({
    directory: await state.directory(name, 0o711),
    log: log.child({ service: 'cinder-volume' }),
  })
