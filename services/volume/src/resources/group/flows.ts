import { notScheduledNotifications } from '@nimbo/contracts/volume/notifications/volumes'
import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { isFault } from '@nimbo/kernel/errors'
import { changeGrouping, groupSnapshots, groups, notifyGroup, notifyGroupSnapshot } from '../../db/groups.ts'
import { changeSnapshot, removeSnapshot } from '../../db/snapshots.ts'
import { changeVolume, removeVolume } from '../../db/volumes.ts'
import type { Pool } from '../../domain/pool.ts'
import { chosenHost } from '../../flows/chosen-host.ts'
import type { FlowDeps } from '../../flows/flow-deps.ts'
import { isOutage } from '../../flows/is-outage.ts'
import { removeVolumeContent } from '../../flows/remove-volume-content.ts'
import { choosePool, chooserOf } from '../../scheduler/choose-pool.ts'

type Texts = Readonly<Record<string, string>>

export interface CreateGroup {
  readonly groupId: string
  readonly zone: string
  /** The extra specs of each volume type of the group. */
  readonly specsOfTypes: readonly Texts[]
}

/** Chooses a back end that suits every type. */
const chooseHost = step<CreateGroup, FlowDeps>()({
  name: 'choose-host',
  waitsOut: isOutage,
  run: async (_, { groupId, zone, specsOfTypes }, deps): Promise<{ host: string }> => {
    const wish = { volumeId: groupId, sizeGb: 0, zone, ignoreHosts: [] }
    const chooser = chooserOf(deps.config)
    const fits = (pool: Pool, extraSpecs: Texts): boolean =>
      'host' in choosePool([pool], { ...wish, extraSpecs }, chooser)
    const choose = (pools: readonly Pool[]) => {
      const left = pools.filter((pool) => specsOfTypes.every((specs) => fits(pool, specs)))
      return choosePool(left, { ...wish, extraSpecs: {} }, chooser)
    }
    const host = await chosenHost(deps, {
      choose,
      mightTake: () => true,
      reasonOf: () => 'No back end would do for all types of the group.',
    })
    return { host }
  },
  nothingToUndo: 'choosing a host changes nothing',
})

/** Takes a group from `creating` to a back end, or to `error` if none suits. */
export const createGroupFlow = flow<CreateGroup>('create-group')
  .step(chooseHost)
  .onDone<FlowDeps>((ctx, { groupId, host }, { db, clock, notices }) =>
    notices.together(db, async (trx) => {
      const now = timestamp(clock)
      const change = { from: ['creating'], to: 'available', now } as const
      if (!(await changeGrouping(trx, 'volume_groups', groupId, change))) return
      const made = await groups.update(trx, groupId, { host }, now)
      if (made) await notifyGroup(notices, trx, ctx, 'create', 'end', made)
    }),
  )
  .onFailed<FlowDeps>((ctx, { groupId }, error, { db, clock, notices }) =>
    notices.together(db, async (trx) => {
      const change = { from: ['creating'], to: 'error', now: timestamp(clock) } as const
      if (!(await changeGrouping(trx, 'volume_groups', groupId, change))) return
      if (!isFault(error, 'NoValidBackend')) return
      await notices.tell(trx, ctx, notScheduledNotifications.create_group, {
        resource: groupId,
        payload: () => ({
          ...{ request_spec: { group_id: groupId }, volume_properties: {}, volume_id: null },
          ...{ state: 'error', method: 'create_group', reason: error.message },
        }),
      })
    }),
  )

export interface DeleteGroup {
  readonly groupId: string
  readonly volumes: readonly { readonly id: string; readonly host: string | null }[]
}

const removeVolumes = step<DeleteGroup, FlowDeps>()({
  name: 'remove-volumes',
  waitsOut: isOutage,
  run: async (ctx, { volumes }, deps) => {
    const { db, notices } = deps
    for (const { id, host } of volumes) {
      await removeVolumeContent(deps, ctx, { volumeId: id, host })
      await notices.together(db, (trx) => notices.removing(trx, ctx, id, () => removeVolume(trx, id)))
    }
  },
  nothingToUndo: 'deleted data cannot be restored; the group ends in error_deleting',
})

/** Takes a group from `deleting` to the removal of its row, or to `error_deleting` with the remaining volumes. */
export const deleteGroupFlow = flow<DeleteGroup>('delete-group')
  .step(removeVolumes)
  .onDone<FlowDeps>((ctx, { groupId }, { db, notices }) =>
    notices.together(db, async (trx) => {
      const gone = await groups.get(trx, 'all', groupId)
      await groups.delete(trx, groupId)
      if (gone) await notifyGroup(notices, trx, ctx, 'delete', 'end', gone, 'deleted')
    }),
  )
  .onFailed<FlowDeps>(async (_, { groupId, volumes }, __, { db, clock }) => {
    const now = timestamp(clock)
    for (const { id } of volumes) await changeVolume(db, id, ['deleting'], { status: 'error_deleting' }, now)
    const change = { from: ['deleting'], to: 'error_deleting', now } as const
    await changeGrouping(db, 'volume_groups', groupId, change)
  })

export interface GroupSnapshotWork {
  readonly groupSnapshotId: string
  readonly snapshots: readonly { readonly id: string; readonly volumeId: string; readonly host: string }[]
}

const takeSnapshots = step<GroupSnapshotWork, FlowDeps>()({
  name: 'take-snapshots',
  waitsOut: isOutage,
  run: async (ctx, { snapshots }, { hosts }) => {
    for (const { id: snapshotId, volumeId, host } of snapshots)
      await hosts.on(host).createSnapshot(ctx, { snapshotId, volumeId })
  },
  undo: async (ctx, { snapshots }, { hosts }) => {
    for (const { id: snapshotId, volumeId, host } of snapshots)
      await hosts.on(host).deleteSnapshot(ctx, { snapshotId, volumeId })
  },
})

/**
 * Takes a group snapshot from `creating` to `available`, with a snapshot of each volume, or to `error` with nothing left on the
 * back end.
 */
export const createGroupSnapshotFlow = flow<GroupSnapshotWork>('create-group-snapshot')
  .step(takeSnapshots)
  .onDone<FlowDeps>((ctx, { groupSnapshotId: id, snapshots }, { db, clock, notices }) =>
    notices.together(db, async (trx) => {
      const now = timestamp(clock)
      for (const snapshot of snapshots)
        if (await changeSnapshot(trx, snapshot.id, ['creating'], { status: 'available' }, now))
          await notices.snapshot(trx, ctx, 'create', 'end', snapshot.id)
      const change = { from: ['creating'], to: 'available', now } as const
      if (!(await changeGrouping(trx, 'group_snapshots', id, change))) return
      const made = await groupSnapshots.get(trx, 'all', id)
      if (made) await notifyGroupSnapshot(notices, trx, ctx, 'create', 'end', made)
    }),
  )
  .onFailed<FlowDeps>(async (_, { groupSnapshotId: id, snapshots }, __, { db, clock }) => {
    const now = timestamp(clock)
    for (const snapshot of snapshots)
      await changeSnapshot(db, snapshot.id, ['creating'], { status: 'error' }, now)
    await changeGrouping(db, 'group_snapshots', id, { from: ['creating'], to: 'error', now })
  })

const dropSnapshots = step<GroupSnapshotWork, FlowDeps>()({
  name: 'drop-snapshots',
  waitsOut: isOutage,
  run: async (ctx, { snapshots }, { db, hosts, notices }) => {
    for (const { id: snapshotId, volumeId, host } of snapshots) {
      await hosts.on(host).deleteSnapshot(ctx, { snapshotId, volumeId })
      await notices.together(db, (trx) =>
        notices.removingSnapshot(trx, ctx, snapshotId, () => removeSnapshot(trx, snapshotId)),
      )
    }
  },
  nothingToUndo: 'deleted data cannot be restored; the remaining snapshots end in error_deleting',
})

/** Takes a group snapshot from `deleting` to the removal of its row, or to `error_deleting` with the remaining snapshots. */
export const deleteGroupSnapshotFlow = flow<GroupSnapshotWork>('delete-group-snapshot')
  .step(dropSnapshots)
  .onDone<FlowDeps>((ctx, { groupSnapshotId: id }, { db, notices }) =>
    notices.together(db, async (trx) => {
      const gone = await groupSnapshots.get(trx, 'all', id)
      await groupSnapshots.delete(trx, id)
      if (gone) await notifyGroupSnapshot(notices, trx, ctx, 'delete', 'end', gone, 'deleted')
    }),
  )
  .onFailed<FlowDeps>(async (_, { groupSnapshotId: id, snapshots }, __, { db, clock }) => {
    const now = timestamp(clock)
    for (const snapshot of snapshots)
      await changeSnapshot(db, snapshot.id, ['deleting'], { status: 'error_deleting' }, now)
    await changeGrouping(db, 'group_snapshots', id, { from: ['deleting'], to: 'error_deleting', now })
  })
