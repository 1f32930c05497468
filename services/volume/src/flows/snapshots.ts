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

/** Whether exactly one server uses the volume. If several write to it, none of them can copy it as of one point in time. */
const isOfOneServer = async ({ db }: FlowDeps, volumeId: string): Promise<boolean> => {
  const volume = await findVolume(db, volumeId, undefined)
  return volume?.attachments.length === 1 && volume.attachments[0]?.serverId !== null
}

/** Takes a snapshot; or returns the path of a file, if the server that uses the volume has to copy it there. */
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
/** How often a server may refuse because it is busy with other work. */
const mostRefusals = 300
/** The progress of the snapshot when Nova has accepted the request, and when Nova has made the copy. */
const [asked, copied] = ['10%', '90%']

/** Requests a copy of the volume from Nova, and polls until Nova reports it by the progress of the snapshot. */
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
      // Changes nothing if the server has reported its progress by now.
      await beginProgress(db, snapshotId, asked, timestamp(clock))
    }
    return retryIn(Math.min(lookEveryMs * 2 ** Math.min(attempt, 10), slowestLookMs))
  },
  nothingToUndo: 'the undo of an earlier step deletes the file with the snapshot',
})

const keepCopy = step<Taken, FlowDeps>()({
  name: 'keep-copy',
  waitsOut: isOutage,
  run: async (ctx, { snapshotId, host, copy }, { hosts }) => {
    if (copy !== undefined && copy !== null) await hosts.on(host).keepSnapshot(ctx, { snapshotId })
  },
  nothingToUndo: 'no later step can fail',
})

/** Flows that may be running when a snapshot is deleted by force. */
const otherWork = ['create-snapshot']

/**
 * Flows that a deletion waits for instead of cancelling them. If it cancelled `manage-snapshot`, the data would get back its
 * previous name, even if the snapshot was available already and only the end of the flow was not recorded yet. Waiting costs
 * little, since both need the same host.
 */
const awaitedWork = ['manage-snapshot']

/** Ends the flows that would otherwise create the snapshot again after it was deleted. */
export const endSnapshotWork = (
  { db, clock }: Pick<FlowDeps, 'db' | 'clock'>,
  snapshotId: string,
): Promise<Park | undefined> =>
  endWork(db, clock, otherWork, snapshotId, 'the snapshot is deleted', awaitedWork)

const endOtherWork = step<SnapshotWork, FlowDeps>()({
  name: 'end-other-work',
  waitsOut: isOutage,
  run: (_, { snapshotId }, deps) => endSnapshotWork(deps, snapshotId),
  nothingToUndo: 'a cancelled flow has undone its own steps',
  cheapToRepeat: 'it only queries once more whether other flows are active',
})

const dropSnapshot = step<SnapshotWork, FlowDeps>()({
  name: 'drop-snapshot',
  waitsOut: isOutage,
  run: async (ctx, { snapshotId, volumeId, host }, { hosts }) => {
    await hosts.on(host).deleteSnapshot(ctx, { snapshotId, volumeId })
  },
  nothingToUndo: 'deleted data cannot be restored; the snapshot ends in error_deleting',
})

/** Takes a snapshot from `creating` to `available`, or to `error` with nothing left on the back end. */
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

/** Takes a snapshot from `deleting` to the removal of its row, or to `error_deleting`. */
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
