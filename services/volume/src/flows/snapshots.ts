import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import { type Park, retryIn } from '@nimbo/durable/park'
import { beginProgress, changeSnapshot, findSnapshot, removeSnapshot } from '../db/snapshots.ts'
import { findVolume } from '../db/volumes.ts'
import { errors } from '../errors.ts'
import { endWork } from './end-work.ts'
import type { FlowDeps } from './flow-deps.ts'
import { isOutage } from './is-outage.ts'

export interface SnapshotWork {
  readonly snapshotId: string
  readonly volumeId: string
  /** `host@backend` of the volume. */
  readonly host: string
}

/** Whether exactly one server uses the volume. What several write cannot be copied at one point in time by one of them. */
const isOfOneServer = async ({ db }: FlowDeps, volumeId: string): Promise<boolean> => {
  const volume = await findVolume(db, volumeId, undefined)
  return volume?.attachments.length === 1 && volume.attachments[0]?.serverId !== null
}

/** Results in a path if the server that uses the volume has to copy it there. */
const takeSnapshot = step<SnapshotWork, FlowDeps>()({
  name: 'take-snapshot',
  waitsOut: isOutage,
  run: async (ctx, { snapshotId, volumeId, host }, deps): Promise<{ copy: string | null }> => {
    const { hosts } = deps
    if (hosts.supports('prepareSnapshot') && (await isOfOneServer(deps, volumeId)))
      return { copy: (await hosts.on(host).prepareSnapshot(ctx, { snapshotId, volumeId })).path }
    await hosts.on(host).createSnapshot(ctx, { snapshotId, volumeId })
    return { copy: null }
  },
  undo: (ctx, { snapshotId, volumeId, host }, { hosts }) =>
    hosts.on(host).deleteSnapshot(ctx, { snapshotId, volumeId }),
})

type Taken = SnapshotWork & { readonly copy?: string | null }

const lookEveryMs = 200
const slowestLookMs = 2_000
/** A server that does something else refuses meanwhile. */
const mostRefusals = 300
/** The progress when Nova was asked, and when it has the copy. */
const [asked, copied] = ['10%', '90%']

/** Asks Nova to copy the volume, and polls until it reports that by the progress of the snapshot. */
const copyByServer = step<Taken, FlowDeps>()({
  name: 'copy-by-server',
  waitsOut: isOutage,
  run: async (ctx, { snapshotId, volumeId, host, copy: path }, deps, { attempt }) => {
    if (path === undefined || path === null) return
    const { db, clock, compute, hosts } = deps
    const snapshot = await findSnapshot(db, snapshotId, undefined)
    if (snapshot?.status !== 'creating') throw errors.SnapshotNotCopied({ id: snapshotId })
    if (snapshot.progress === copied) return
    // Without a server, nobody writes to the volume.
    const create = async () => void (await hosts.on(host).createSnapshot(ctx, { snapshotId, volumeId }))
    if (!(await isOfOneServer(deps, volumeId))) return create()
    if (snapshot.progress !== asked) {
      try {
        await compute.copyVolume(ctx, { volumeId, snapshotId, path })
      } catch (error) {
        if (isRemote(error, 404)) return create()
        if (!isRemote(error, 409) || attempt > mostRefusals) throw error
        return retryIn(slowestLookMs)
      }
      // The server may have reported by now.
      await beginProgress(db, snapshotId, asked, timestamp(clock))
    }
    return retryIn(Math.min(lookEveryMs * 2 ** Math.min(attempt, 10), slowestLookMs))
  },
  nothingToUndo: 'the file is removed with the snapshot',
})

const keepCopy = step<Taken, FlowDeps>()({
  name: 'keep-copy',
  waitsOut: isOutage,
  run: async (ctx, { snapshotId, host, copy }, { hosts }) => {
    if (copy !== undefined && copy !== null) await hosts.on(host).keepSnapshot(ctx, { snapshotId })
  },
  nothingToUndo: 'it is the last',
})

/** Flows that may be running when a snapshot is deleted by force. */
const otherWork = ['create-snapshot']

/**
 * Work that a deletion waits for. Cancelled, it would give the data back under the name it had before, also if the snapshot was
 * available already and only the end of the flow was not yet recorded. It needs the host that the deletion needs, too.
 */
const awaitedWork = ['manage-snapshot']

/** Ends the work that would otherwise take a snapshot anew after it was deleted. */
export const endSnapshotWork = (
  { db, clock }: Pick<FlowDeps, 'db' | 'clock'>,
  snapshotId: string,
): Promise<Park | undefined> =>
  endWork(db, clock, otherWork, snapshotId, 'the snapshot is deleted', awaitedWork)

const endOtherWork = step<SnapshotWork, FlowDeps>()({
  name: 'end-other-work',
  waitsOut: isOutage,
  run: (_, { snapshotId }, deps) => endSnapshotWork(deps, snapshotId),
  nothingToUndo: 'what was cancelled has undone itself',
  cheapToRepeat: 'it asks once more whether other work is under way',
})

const dropSnapshot = step<SnapshotWork, FlowDeps>()({
  name: 'drop-snapshot',
  waitsOut: isOutage,
  run: async (ctx, { snapshotId, volumeId, host }, { hosts }) => {
    await hosts.on(host).deleteSnapshot(ctx, { snapshotId, volumeId })
  },
  nothingToUndo: 'what is deleted stays deleted; the snapshot ends in error_deleting',
})

/** From `creating` to `available`, or to `error` with nothing left on the back end. */
export const createSnapshotFlow = flow<SnapshotWork>('create-snapshot')
  .step(takeSnapshot)
  .step(copyByServer)
  .step(keepCopy)
  .onDone<FlowDeps>((ctx, { snapshotId }, { db, clock, notices }) =>
    notices.together(db, async (trx) => {
      const taken = { status: 'available', progress: null }
      if (await changeSnapshot(trx, snapshotId, ['creating'], taken, timestamp(clock)))
        await notices.snapshot(trx, ctx, 'create', 'end', snapshotId)
    }),
  )
  .onFailed<FlowDeps>((_, { snapshotId }, __, { db, clock }) =>
    changeSnapshot(db, snapshotId, ['creating'], { status: 'error' }, timestamp(clock)),
  )

/** From `deleting` to the removal of the row, or to `error_deleting`. */
export const deleteSnapshotFlow = flow<SnapshotWork>('delete-snapshot')
  .step(endOtherWork)
  .step(dropSnapshot)
  .onDone<FlowDeps>((ctx, { snapshotId }, { db, notices }) =>
    notices.together(db, (trx) =>
      notices.removingSnapshot(trx, ctx, snapshotId, () => removeSnapshot(trx, snapshotId)),
    ),
  )
  .onFailed<FlowDeps>((_, { snapshotId }, __, { db, clock }) =>
    changeSnapshot(db, snapshotId, ['deleting'], { status: 'error_deleting' }, timestamp(clock)),
  )
