import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { diskObjects } from '@nimbo/objects-file/disk-objects'
import { fileStore } from '@nimbo/store-file/file-store'
import { fileBackups } from '@nimbo/volume-file/backups/file-backups'
import { fileVolumes } from '@nimbo/volume-file/file-volumes'
import type { Drivers } from '../drivers.ts'
import type { StateDirectory } from '../state-directory.ts'

/** The second back end of volumes, and the second store of images. */
const spare = 'spare'

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
}: Ground): Promise<Pick<Drivers, 'images' | 'volumes' | 'moreVolumes' | 'backups' | 'objects'>> => ({
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
  // There is something to retype and to migrate to.
  moreVolumes: [{ ...(await volumesIn(state, log, `volumes-${spare}`)), name: spare }],
})

const volumesIn = async (state: StateDirectory, log: Log, name: string) =>
  fileVolumes({
    directory: await state.directory(name, 0o711),
    log: log.child({ service: 'cinder-volume' }),
  })
