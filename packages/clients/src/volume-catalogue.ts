import {
  createSnapshot,
  deleteSnapshot,
  listSnapshotsInFull,
  showSnapshot,
  type SnapshotSummaryView,
} from '@nimbo/contracts/volume/snapshots'
import {
  type ChangedVolumeView,
  createVolume,
  deleteVolume,
  listVolumesInFull,
  showVolume,
} from '@nimbo/contracts/volume/volumes'
import type { NewVolume } from '@nimbo/contracts/volume/new-volume'
import type { Context } from '@nimbo/kernel/context'
import type { BodyOf } from '@nimbo/operation/operation'
import type { ServiceClient } from './service-client.ts'

export type CataloguedVolume = Readonly<
  Pick<
    ChangedVolumeView,
    | ('id' | 'status' | 'size' | 'availability_zone' | 'created_at' | 'name' | 'description')
    | ('volume_type' | 'snapshot_id' | 'metadata' | 'attachments')
  >
>
export type CataloguedSnapshot = Readonly<
  Pick<SnapshotSummaryView, 'id' | 'volume_id' | 'status' | 'size' | 'created_at' | 'name' | 'description'>
>

export interface Page {
  readonly limit?: string
  readonly offset?: string
}

/** Operations of users on volumes and snapshots for Nova's deprecated proxies; a missing one is a fault with status 404. */
export interface VolumeCatalogue {
  volumes(ctx: Context, page: Page): Promise<readonly CataloguedVolume[]>
  volume(ctx: Context, id: string): Promise<CataloguedVolume>
  createVolume(ctx: Context, volume: NewVolume): Promise<CataloguedVolume>
  removeVolume(ctx: Context, id: string): Promise<void>
  snapshots(ctx: Context, page: Page): Promise<readonly CataloguedSnapshot[]>
  snapshot(ctx: Context, id: string): Promise<CataloguedSnapshot>
  createSnapshot(
    ctx: Context,
    snapshot: BodyOf<typeof createSnapshot>['snapshot'],
  ): Promise<CataloguedSnapshot>
  removeSnapshot(ctx: Context, id: string): Promise<void>
}

export const volumeCatalogue = (volumes: ServiceClient): VolumeCatalogue => ({
  volumes: async (ctx, page) => (await volumes.call(ctx, listVolumesInFull, { query: { ...page } })).volumes,
  volume: async (ctx, volume_id) => (await volumes.call(ctx, showVolume, { path: { volume_id } })).volume,
  createVolume: async (ctx, volume) => (await volumes.call(ctx, createVolume, { body: { volume } })).volume,
  removeVolume: (ctx, volume_id) => volumes.call(ctx, deleteVolume, { path: { volume_id } }),
  snapshots: async (ctx, page) =>
    (await volumes.call(ctx, listSnapshotsInFull, { query: { ...page } })).snapshots,
  snapshot: async (ctx, snapshot_id) =>
    (await volumes.call(ctx, showSnapshot, { path: { snapshot_id } })).snapshot,
  createSnapshot: async (ctx, snapshot) =>
    (await volumes.call(ctx, createSnapshot, { body: { snapshot } })).snapshot,
  removeSnapshot: (ctx, snapshot_id) => volumes.call(ctx, deleteSnapshot, { path: { snapshot_id } }),
})
