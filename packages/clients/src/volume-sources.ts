import {
  createSnapshot,
  deleteSnapshot,
  listSnapshots,
  type SnapshotView,
  showSnapshot,
} from '@nimbo/contracts/volume/snapshots'
import { listTypes, type VolumeTypeView } from '@nimbo/contracts/volume/types'
import type { Context } from '@nimbo/kernel/context'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { ServiceClient } from './service-client.ts'

/** The attributes of a snapshot that services read; its size is in GiB. */
export type VolumeSnapshot = Readonly<Pick<SnapshotView, 'id' | 'status' | 'size' | 'volume_id'>>

export type VolumeType = Readonly<Pick<VolumeTypeView, 'id' | 'name'>>

/** Snapshots and volume types. */
export interface VolumeSources {
  snapshot(ctx: Context, id: string): Promise<VolumeSnapshot | undefined>
  /** Works for a volume in use, too. */
  createSnapshot(
    ctx: Context,
    wanted: {
      readonly volumeId: string
      readonly name: string
      readonly metadata: Readonly<Record<string, string>>
    },
  ): Promise<VolumeSnapshot>
  /** Snapshots of all projects with this metadata item; needs an admin. */
  snapshotsWith(ctx: Context, key: string, value: string): Promise<readonly VolumeSnapshot[]>
  /** Idempotent. */
  removeSnapshot(ctx: Context, id: string): Promise<void>
  /** Types visible to the caller. */
  types(ctx: Context): Promise<readonly VolumeType[]>
}

export const volumeSources = (volumes: ServiceClient): VolumeSources => ({
  snapshot: async (ctx, snapshot_id) =>
    (await unlessNotFound(volumes.call(ctx, showSnapshot, { path: { snapshot_id } })))?.snapshot,
  createSnapshot: async (ctx, { volumeId, name, metadata }) => {
    const body = { snapshot: { volume_id: volumeId, name, metadata, force: true } }
    return (await volumes.call(ctx, createSnapshot, { body })).snapshot
  },
  snapshotsWith: async (ctx, key, value) => {
    const query = { metadata: JSON.stringify({ [key]: value }), all_tenants: '1' }
    return (await volumes.call(ctx, listSnapshots, { query })).snapshots
  },
  removeSnapshot: async (ctx, snapshot_id) => {
    await unlessNotFound(volumes.call(ctx, deleteSnapshot, { path: { snapshot_id } }))
  },
  types: async (ctx) => (await volumes.call(ctx, listTypes)).volume_types,
})
