import { inTransaction } from '@nimbo/db/in-transaction'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import type { Db } from '../../db/db.ts'
import { removeSnapshotMetadata, setSnapshotMetadata, type Texts } from '../../db/metadata.ts'
import {
  changeSnapshot,
  countSnapshots as countRows,
  findSnapshot,
  insertSnapshot,
  listSnapshots as listRows,
  type SnapshotQuery,
} from '../../db/snapshots.ts'
import { findVolume } from '../../db/volumes.ts'
import { type Snapshot, snapshotStatuses } from '../../domain/snapshot.ts'
import { isMigrating } from '../../domain/volume.ts'
import { queueOf } from '../../domain/volume-host.ts'
import { errors } from '../../errors.ts'
import { createSnapshotFlow, deleteSnapshotFlow } from '../../flows/snapshots.ts'
import { scopeOf, type VolumeApp } from '../../app/app.ts'
import { beginDeletion, beginWork } from '../../app/begin-work.ts'
import { needSnapshot, needVolume } from '../../app/need.ts'
import { reserveQuota } from '../../app/reserve-quota.ts'

export interface SnapshotOrder {
  readonly volumeId: string
  readonly name: string | null
  readonly description: string | null
  readonly metadata: Texts
  /** Also allows volumes in use, whose content may change meanwhile. */
  readonly force: boolean
}

/** Inserts the snapshot, in `creating`, together with the flow that takes it. */
export const createSnapshot =
  (app: VolumeApp) =>
  async (ctx: Context, order: SnapshotOrder): Promise<Snapshot> => {
    const id = newId()
    const now = timestamp(app.clock)
    const { snapshot } = await beginWork(app, ctx, async (trx) => {
      // Checked within the transaction: a volume that is deleted meanwhile must not get a snapshot.
      const volume = await needVolume({ ...app, db: trx }, ctx, order.volumeId)
      const { host } = volume
      if (isMigrating(volume))
        throw errors.InvalidVolume({ reason: 'Snapshot cannot be created while volume is migrating.' })
      const allowed = order.force ? ['available', 'in-use'] : ['available']
      if (host === null || !allowed.includes(volume.status)) {
        throw errors.InvalidVolume({
          reason: `Volume ${volume.id} status must be ${allowed.join(' or ')}, but current status is: ${volume.status}.`,
        })
      }
      const gigabytes = app.config.DEFAULT.no_snapshot_gb_quota ? 0 : volume.size
      const demand = { snapshots: 1, gigabytes, typeName: volume.typeName }
      await reserveQuota(app, trx, volume.projectId, demand)
      await insertSnapshot(trx, {
        id,
        volume_id: volume.id,
        project_id: volume.projectId,
        user_id: ctx.userId ?? '',
        name: order.name,
        description: order.description,
        size: volume.size,
        status: 'creating',
        consumes_quota: 1,
        progress: null,
        group_snapshot_id: null,
        created_at: now,
        updated_at: now,
      })
      await setSnapshotMetadata(trx, id, order.metadata)
      await app.notices.snapshot(trx, ctx, 'create', 'start', id)
      const input = { snapshotId: id, volumeId: volume.id, host: queueOf(host) }
      const flowId = await insertFlow(trx, createSnapshotFlow, { subject: id, ctx, clock: app.clock, input })
      return { flowId, snapshot: await needSnapshot({ ...app, db: trx }, ctx, id) }
    })
    return snapshot
  }

const notDeletable =
  'Snapshot status must be available or error, and the snapshot must not be part of a group snapshot.'
const deletable = ['available', 'error', 'error_deleting', 'error_managing'] as const
/** Sets the snapshot to `deleting` together with the flow that deletes it. */
export const deleteSnapshot =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, { force = false } = {}): Promise<void> => {
    const { volumeId, groupSnapshotId } = await needSnapshot(app, ctx, id)
    if (groupSnapshotId !== null && !force) throw errors.InvalidSnapshot({ reason: notDeletable })
    const host = (await findVolume(app.db, volumeId, undefined))?.host ?? ''
    await beginDeletion(app, ctx, async (trx) => {
      const from = force ? snapshotStatuses : deletable
      if (!(await changeSnapshot(trx, id, from, { status: 'deleting' }, timestamp(app.clock))))
        throw errors.InvalidSnapshot({ reason: notDeletable })
      await app.notices.snapshot(trx, ctx, 'delete', 'start', id)
      const input = { snapshotId: id, volumeId, host: queueOf(host) }
      return {
        flowId: await insertFlow(trx, deleteSnapshotFlow, { subject: id, ctx, clock: app.clock, input }),
      }
    })
  }

export interface SnapshotList extends Omit<SnapshotQuery, 'projectId' | 'marker'> {
  readonly allProjects: boolean
  readonly marker?: string | undefined
}

const seenProject = (app: VolumeApp, ctx: Context, { allProjects }: SnapshotList): string | undefined =>
  allProjects ? scopeOf(app, ctx) : (ctx.projectId ?? '')

/** Counts the snapshots of the list on all pages. */
export const countSnapshots =
  (app: VolumeApp) =>
  (ctx: Context, list: SnapshotList): Promise<number> =>
    countRows(app.db, { ...list, projectId: seenProject(app, ctx, list) })

/** A page of the snapshots that the caller may see. */
export const listSnapshots =
  (app: VolumeApp) =>
  async (ctx: Context, list: SnapshotList): Promise<readonly Snapshot[]> => {
    const scope = scopeOf(app, ctx)
    const marker = list.marker === undefined ? undefined : await findSnapshot(app.db, list.marker, scope)
    if (list.marker !== undefined && !marker) throw errors.SnapshotNotFound({ id: list.marker })
    return listRows(app.db, { ...list, projectId: seenProject(app, ctx, list), marker })
  }

export interface SnapshotChanges {
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
  /** Replaces all metadata if `replace` is set; otherwise sets these keys only. */
  readonly metadata?: Texts | undefined
  readonly replace?: boolean
}

export const updateSnapshot =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, changes: SnapshotChanges): Promise<Snapshot> => {
    await needSnapshot(app, ctx, id)
    const { name, description, metadata, replace = false } = changes
    const write = async (trx: Db): Promise<void> => {
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
      }
      await changeSnapshot(trx, id, snapshotStatuses, change, timestamp(app.clock))
      if (metadata !== undefined) await setSnapshotMetadata(trx, id, metadata, replace)
    }
    await inTransaction(app.db, (trx) => app.notices.changingSnapshot(trx, ctx, id, () => write(trx)))
    return needSnapshot(app, ctx, id)
  }

export const removeSnapshotKey =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, key: string): Promise<void> => {
    await needSnapshot(app, ctx, id)
    if (!(await removeSnapshotMetadata(app.db, id, key))) throw errors.SnapshotMetadataNotFound({ id, key })
  }
