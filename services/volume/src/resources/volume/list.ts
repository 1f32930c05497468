import type { Context } from '@nimbo/kernel/context'
import { countVolumes, listVolumes as listRows, type VolumePage, type VolumeQuery } from '../../db/volumes.ts'
import type { Volume } from '../../domain/volume.ts'
import { scopeOf, type VolumeApp } from '../../app/app.ts'
import { needVolume } from '../../app/need.ts'

/** What a list request asks; whose volumes is decided by who asks. */
export interface VolumeList extends Omit<VolumePage, 'projectId' | 'marker' | 'alsoAdminMetadata'> {
  /** `all_tenants`: only those who see all projects get more than their own by it. */
  readonly allProjects: boolean
  /** One project, for those who see all of them. */
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

/** How many volumes the list has on all its pages, and their gibibytes together. */
export const countVolumeList =
  (app: VolumeApp) =>
  (ctx: Context, list: VolumeList): Promise<{ readonly count: number; readonly gigabytes: number }> =>
    countVolumes(app.db, queryOf(app, ctx, list))
