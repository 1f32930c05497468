import type { Context } from '@nimbo/kernel/context'
import { countVolumes, listVolumes as listRows, type VolumePage, type VolumeQuery } from '../../db/volumes.ts'
import type { Volume } from '../../domain/volume.ts'
import { scopeOf, type VolumeApp } from '../../app/app.ts'
import { needVolume } from '../../app/need.ts'

/** A list request; the caller determines the project. */
export interface VolumeList extends Omit<VolumePage, 'projectId' | 'marker' | 'alsoAdminMetadata'> {
  /** `all_tenants`: has an effect only for callers who may see all projects. */
  readonly allProjects: boolean
  /** A single project, for callers who may see all. */
  readonly projectId?: string | undefined
  readonly marker?: string | undefined
}

const queryOf = (app: VolumeApp, ctx: Context, list: VolumeList): VolumeQuery => {
  const all = list.allProjects && scopeOf(app, ctx) === undefined
  return {
    ...list,
    projectId: all ? list.projectId : (ctx.projectId ?? ''),
    alsoAdminMetadata: app.isService(ctx),
  }
}

export const listVolumes =
  (app: VolumeApp) =>
  async (ctx: Context, list: VolumeList): Promise<readonly Volume[]> => {
    const marker = list.marker === undefined ? undefined : await needVolume(app, ctx, list.marker)
    return listRows(app.db, { ...list, ...queryOf(app, ctx, list), marker })
  }

/** The number of volumes of the list on all pages, and their total size in gibibytes. */
export const countVolumeList =
  (app: VolumeApp) =>
  (ctx: Context, list: VolumeList): Promise<{ readonly count: number; readonly gigabytes: number }> =>
    countVolumes(app.db, queryOf(app, ctx, list))
