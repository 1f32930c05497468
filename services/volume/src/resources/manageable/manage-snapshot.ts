import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import type { VolumeApp } from '../../app/app.ts'
import { beginWork } from '../../app/begin-work.ts'
import { needSnapshot, needVolume } from '../../app/need.ts'
import { reserveQuota } from '../../app/reserve-quota.ts'
import { setSnapshotMetadata, type Texts } from '../../db/metadata.ts'
import { insertSnapshot } from '../../db/snapshots.ts'
import type { Snapshot } from '../../domain/snapshot.ts'
import { errors } from '../../errors.ts'
import { manageSnapshotFlow } from './manage-snapshot-flow.ts'
import { needHost } from './need-host.ts'

export interface ExistingSnapshotOrder {
  readonly volumeId: string
  readonly reference: Readonly<Record<string, string>>
  readonly name: string | null
  readonly description: string | null
  readonly metadata: Texts
}

/**
 * Inserts a snapshot, in `creating`, for one that exists on the back end of its volume, together with the flow that adopts it.
 */
export const manageSnapshot =
  (app: VolumeApp) =>
  async (ctx: Context, order: ExistingSnapshotOrder): Promise<Snapshot> => {
    const { volumeId, reference, name, description } = order
    const volume = await needVolume(app, ctx, volumeId)
    if (volume.host === null)
      throw errors.InvalidVolume({ reason: `Volume ${volumeId} lies on no back end.` })
    const host = await needHost(app, { host: volume.host })
    const id = newId()
    const now = timestamp(app.clock)
    const { snapshot } = await beginWork(app, ctx, async (trx) => {
      const { size, projectId, typeName } = await needVolume({ ...app, db: trx }, ctx, volumeId)
      const gigabytes = app.config.DEFAULT.no_snapshot_gb_quota ? 0 : size
      await reserveQuota(app, trx, projectId, { snapshots: 1, gigabytes, typeName })
      await insertSnapshot(trx, {
        ...{ id, volume_id: volumeId, project_id: projectId, user_id: ctx.userId ?? '', name, description },
        ...{ size, status: 'creating', consumes_quota: 1, progress: null, group_snapshot_id: null },
        ...{ created_at: now, updated_at: now },
      })
      await setSnapshotMetadata(trx, id, order.metadata)
      await app.notices.snapshot(trx, ctx, 'manageExisting', 'start', id)
      const input = { snapshotId: id, volumeId, host, reference }
      const flowId = await insertFlow(trx, manageSnapshotFlow, { subject: id, ctx, clock: app.clock, input })
      return { flowId, snapshot: await needSnapshot({ ...app, db: trx }, ctx, id) }
    })
    return snapshot
  }
