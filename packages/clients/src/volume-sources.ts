import {
  createSnapshot,
  deleteSnapshot,
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
  /** Also of a volume in use. */
  createSnapshot(
    ctx: Context,
    wanted: { readonly volumeId: string; readonly name: string },
  ): Promise<VolumeSnapshot>
  /** Idempotent. */
  removeSnapshot(ctx: Context, id: string): Promise<void>
  /** Types visible to the caller. */
  types(ctx: Context): Promise<readonly VolumeType[]>
}

export const volumeSources = (volumes: ServiceClient): VolumeSources => ({
  snapshot: async (ctx, snapshot_id) =>
    (await unlessNotFound(volumes.call(ctx, showSnapshot, { path: { snapshot_id } })))?.snapshot,
  createSnapshot: async (ctx, { volumeId, name }) => {
    const body = { snapshot: { volume_id: volumeId, name, force: true } }
    return (await volumes.call(ctx, createSnapshot, { body })).snapshot
  },
  removeSnapshot: async (ctx, snapshot_id) => {
    await unlessNotFound(volumes.call(ctx, deleteSnapshot, { path: { snapshot_id } }))
  },
  types: async (ctx) => (await volumes.call(ctx, listTypes)).volume_types,
})
