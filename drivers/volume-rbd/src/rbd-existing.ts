import { type CephAccess, specOf } from '@nimbo/ceph/ceph-access'
import { isDeletedName } from '@nimbo/ceph/rbd-trash'
import { cephCodes, runCeph } from '@nimbo/ceph/run-ceph'
import { endedBy } from '@nimbo/ceph/unless-code'
import type { AdoptsExisting, Existing, ExistingSnapshot } from '@nimbo/volume/driver/volume-backend'
import { nameOf, snapshotOf } from './rbd-names.ts'
import type { RbdPool } from './rbd-pool.ts'

const gibibyte = 1024 ** 3
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const imageName = /^[0-9A-Za-z][\w.-]{0,127}$/
/** Whether this is the name of an image that is still being made or is being deleted. */
const isPassing = (name: string): boolean => name.endsWith('.part') || isDeletedName(name)
const ownVolume = new RegExp(`^volume-(${uuid})$`)
const ownSnapshot = new RegExp(`^snapshot-(${uuid})$`)

interface Listed {
  readonly image: string
  readonly size: number
  readonly snapshot?: string
}

const sizeIn = (bytes: number): number => Math.max(1, Math.ceil(bytes / gibibyte))

/** The volumes and snapshots in a pool, whether managed or not. The name of a snapshot is `image@snapshot`. */
export const existingImages = (access: CephAccess, images: RbdPool): AdoptsExisting => {
  const { pool } = images
  const list = async (): Promise<readonly Listed[]> =>
    JSON.parse(await runCeph(access, 'rbd', ['ls', '--long', '--format', 'json', pool]))
  const named = (name: string): string => {
    if (!imageName.test(name) || isPassing(name))
      throw new Error(`${JSON.stringify(name)} names no image of this back end`)
    return name
  }
  const renameSnapshot = async (image: string, from: string, to: string): Promise<void> => {
    const spec = (snapshot: string): string => specOf({ pool, name: image, snapshot })
    try {
      await runCeph(access, 'rbd', ['snap', 'rename', spec(named(from)), spec(named(to))])
    } catch (error) {
      const isThere = (await list()).some((one) => one.image === image && one.snapshot === to)
      if (!endedBy(error, cephCodes.missing) || !isThere) throw error
    }
  }
  return {
    listVolumes: async () => {
      const found: Existing[] = []
      for (const { image, size, snapshot } of await list()) {
        if (snapshot !== undefined || !imageName.test(image) || isPassing(image)) continue
        const id = ownVolume.exec(image)?.[1]
        found.push({ name: image, sizeGb: sizeIn(size), ...(id === undefined ? {} : { id }) })
      }
      return found
    },
    adoptVolume: async (id, name) => {
      await images.rename(named(name), nameOf(id))
      const size = await images.sizeOf(nameOf(id))
      if (size === undefined) throw new Error(`there is no image ${name}`)
      await images.grow(nameOf(id), sizeIn(size))
      return { sizeGb: sizeIn(size) }
    },
    releaseVolume: async (id, name) => {
      if (name !== undefined) await images.rename(nameOf(id), named(name))
    },
    listSnapshots: async () => {
      const found: ExistingSnapshot[] = []
      for (const { image, size, snapshot } of await list()) {
        if (snapshot === undefined) continue
        const id = ownSnapshot.exec(snapshot)?.[1]
        const volumeId = ownVolume.exec(image)?.[1]
        const name = `${image}@${snapshot}`
        const known = { ...(id ? { id } : {}), ...(volumeId ? { volumeId } : {}) }
        found.push({ name, sizeGb: sizeIn(size), ...known })
      }
      return found
    },
    adoptSnapshot: async (id, volumeId, name) => {
      const [image, snapshot = ''] = name.split('@')
      if (image !== nameOf(volumeId))
        throw new Error(`${JSON.stringify(name)} is no snapshot of volume ${volumeId}`)
      await renameSnapshot(image, snapshot, snapshotOf(id))
    },
    releaseSnapshot: async (id, volumeId, name) => {
      const [, snapshot = name] = name?.split('@') ?? []
      if (snapshot !== undefined) await renameSnapshot(nameOf(volumeId), snapshotOf(id), snapshot)
    },
  }
}
