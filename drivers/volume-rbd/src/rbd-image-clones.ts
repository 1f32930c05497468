import { type CephAccess, specOf } from '@nimbo/ceph/ceph-access'
import { clusterId } from '@nimbo/ceph/cluster-id'
import { cephCodes, runCeph } from '@nimbo/ceph/run-ceph'
import { endedBy, unlessCode } from '@nimbo/ceph/unless-code'
import type { MakesVolumes } from '@nimbo/volume/driver/volume-backend'
import { nameOf } from './rbd-names.ts'
import type { RbdPool } from './rbd-pool.ts'

/** The parts of Glance's URL of an RBD image: `rbd://cluster/pool/image/snapshot`. */
const parts = (location: string): readonly string[] | undefined => {
  if (!location.startsWith('rbd://')) return undefined
  const found = location.slice('rbd://'.length).split('/').map(decodeURIComponent)
  return found.length === 4 && found.every((part) => /^[\w.-]+$/.test(part)) ? found : undefined
}

/** Creates a volume as a copy-on-write clone of an image in the same cluster. */
export const cloneOfImage =
  (access: CephAccess, images: RbdPool): NonNullable<MakesVolumes['cloneImage']> =>
  async (id, location, sizeGb) => {
    const [cluster, pool = '', name = '', snapshot = ''] = parts(location) ?? []
    if (cluster === undefined) return false
    if (cluster !== (await clusterId(access))) return false
    const target = specOf({ pool: images.pool, name: nameOf(id) })
    const source = specOf({ pool, name, snapshot })
    const clone = runCeph(access, 'rbd', ['clone', '--rbd-default-clone-format', '2', source, target])
    try {
      await unlessCode(clone, cephCodes.present)
    } catch (error) {
      // The pool does not exist, or the user has no access to it: the data is copied as from any other store.
      if (endedBy(error, cephCodes.missing, 1)) return false
      throw error
    }
    await images.grow(nameOf(id), sizeGb)
    return true
  }
