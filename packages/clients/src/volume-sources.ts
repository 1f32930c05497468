import type { Context } from '@nimbo/kernel/context'
import { type RestClient, unlessNotFound } from './rest-client.ts'

export interface VolumeSnapshot {
  readonly id: string
  readonly status: string
  /** Gibibytes. */
  readonly size: number
  readonly volume_id: string
}

export interface VolumeType {
  readonly id: string
  readonly name: string
}

/** What volumes are made from, and of which kinds. */
export interface VolumeSources {
  snapshot(ctx: Context, id: string): Promise<VolumeSnapshot | undefined>
  /** Those that the caller may use. */
  types(ctx: Context): Promise<readonly VolumeType[]>
}

export const volumeSources = (rest: RestClient): VolumeSources => ({
  snapshot: async (ctx, id) =>
    (
      await unlessNotFound(
        rest.send<{ snapshot: VolumeSnapshot }>(ctx, { method: 'GET', path: `/v3/snapshots/${id}` }),
      )
    )?.body.snapshot,
  types: async (ctx) =>
    (await rest.send<{ volume_types: VolumeType[] }>(ctx, { method: 'GET', path: '/v3/types' })).body
      .volume_types,
})
