import type { ImageClient, ImageUploads } from '@nimbo/clients/image'
import type { KeyManagerClient } from '@nimbo/clients/key-manager'
import type { volumeHostRpc } from '@nimbo/contracts/volume/volume-host'
import type { LogThreshold } from '@nimbo/kernel/log-threshold'
import type { RpcHandlers } from '@nimbo/rpc/define-rpc'
import type { VolumeBackend } from '../driver/volume-backend.ts'
import { logLevelHandlers } from '../log-level-handlers.ts'
import { cloneImage } from './clone-image.ts'
import { refusingUnacceptable } from './image-unacceptable.ts'
import { lockOf } from './lock-of.ts'

export interface VolumeHostDeps {
  readonly backend: VolumeBackend
  readonly logThreshold: LogThreshold
  readonly keys: Pick<KeyManagerClient, 'payload'>
  readonly images: Pick<ImageClient, 'download' | 'show'> & Pick<ImageUploads, 'upload'>
}

/** RPC methods of `cinder-volume`, which runs on the host with the back end. It has no database; its callers keep the records. */
export const volumeHostHandlers = ({
  backend,
  images,
  keys,
  logThreshold,
}: VolumeHostDeps): RpcHandlers<(typeof volumeHostRpc)['methods']> => ({
  ...logLevelHandlers(logThreshold),
  createVolume: async (ctx, { volumeId, sizeGb, content }) => {
    switch (content.from) {
      case 'nothing':
        await backend.volumes.create(volumeId, sizeGb)
        break
      case 'image': {
        const { imageId, format } = content
        if (await cloneImage(backend, images)(ctx, { volumeId, sizeGb, imageId, format })) break
        const bytes = await images.download(ctx, imageId)
        await refusingUnacceptable({ imageId, sizeGb }, () =>
          backend.volumes.createFromImage(volumeId, { content: bytes, format }, sizeGb),
        )
        break
      }
      case 'volume':
        await backend.volumes.createFromVolume(volumeId, content.volumeId, sizeGb)
        break
      case 'snapshot':
        await backend.snapshots.createVolume(volumeId, content.snapshotId, sizeGb, content.volumeId)
        break
      case 'connection':
        await backend.volumes.createFromConnection(volumeId, content.connection, sizeGb)
        break
      default:
        content satisfies never
    }
    return {}
  },
  createLockedVolume: async (ctx, { volumeId, sizeGb, content, lock: asked }) => {
    const lock = await lockOf(keys, ctx, asked)
    if (content.from === 'nothing') {
      await backend.volumes.create(volumeId, sizeGb, lock)
      return {}
    }
    const { imageId, format } = content
    const bytes = await images.download(ctx, imageId)
    await refusingUnacceptable({ imageId, sizeGb }, () =>
      backend.volumes.createFromImage(volumeId, { content: bytes, format }, sizeGb, lock),
    )
    return {}
  },
  createRecryptedVolume: async (ctx, { volumeId, sizeGb, content, from, to }) => {
    const [source, target] = [from && (await lockOf(keys, ctx, from)), to && (await lockOf(keys, ctx, to))]
    await backend.volumes.createFromConnection(volumeId, content.connection, sizeGb, {
      ...{ from: source, to: target },
    })
    return {}
  },
  deleteVolume: async (_, { volumeId }) => {
    await backend.volumes.remove(volumeId)
    return {}
  },
  extendVolume: async (_, { volumeId, sizeGb }) => {
    await backend.volumes.extend(volumeId, sizeGb)
    return {}
  },
  createSnapshot: async (_, { snapshotId, volumeId }) => {
    await backend.snapshots.create(snapshotId, volumeId)
    return {}
  },
  prepareSnapshot: async (_, { snapshotId, volumeId }) => {
    const { snapshots } = backend
    if (snapshots.prepare) return { path: (await snapshots.prepare(snapshotId, volumeId)) ?? null }
    await snapshots.create(snapshotId, volumeId)
    return { path: null }
  },
  keepSnapshot: async (_, { snapshotId }) => {
    await backend.snapshots.keep?.(snapshotId)
    return {}
  },
  revertToSnapshot: async (_, { snapshotId, volumeId }) => {
    await backend.snapshots.revert(volumeId, snapshotId)
    return {}
  },
  uploadVolume: async (ctx, { volumeId, imageId }) => {
    // A repeated call waits for the first one, which may have completed the upload; an active image cannot be uploaded again.
    if ((await images.show(ctx, imageId))?.status === 'active') return {}
    await images.upload(ctx, imageId, await backend.volumes.read(volumeId))
    return {}
  },
  deleteSnapshot: async (_, { snapshotId, volumeId }) => {
    await backend.snapshots.remove(snapshotId, volumeId)
    return {}
  },
  exportVolume: async (_, { volumeId, connector }) => {
    const { driver_volume_type, data } = await backend.exports.open(volumeId, connector)
    return { driver_volume_type, data: { ...data } }
  },
  unexportVolume: async (_, { volumeId, connector }) => {
    await backend.exports.close(volumeId, connector)
    return {}
  },
  listExisting: async () => ({
    volumes: [...(await backend.existing.listVolumes())],
    snapshots: [...(await backend.existing.listSnapshots())],
  }),
  adoptVolume: async (_, { volumeId, name }) => backend.existing.adoptVolume(volumeId, name),
  releaseVolume: async (_, { volumeId, name }) => {
    await backend.existing.releaseVolume(volumeId, name)
    return {}
  },
  adoptSnapshot: async (_, { snapshotId, volumeId, name }) => {
    await backend.existing.adoptSnapshot(snapshotId, volumeId, name)
    return {}
  },
  releaseSnapshot: async (_, { snapshotId, volumeId, name }) => {
    await backend.existing.releaseSnapshot(snapshotId, volumeId, name)
    return {}
  },
})
