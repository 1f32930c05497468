import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { changeSnapshot } from '../../db/snapshots.ts'
import type { FlowDeps } from '../../flows/flow-deps.ts'
import { isOutage } from '../../flows/is-outage.ts'
import { nameIn } from './reference.ts'

export interface ManageSnapshot {
  readonly snapshotId: string
  readonly volumeId: string
  /** `host@backend` */
  readonly host: string
  readonly reference: Readonly<Record<string, string>>
}

const adopt = step<ManageSnapshot, FlowDeps>()({
  name: 'adopt',
  waitsOut: isOutage,
  run: async (ctx, { snapshotId, volumeId, host, reference }, { hosts }) => {
    await hosts.on(host).adoptSnapshot(ctx, { snapshotId, volumeId, name: nameIn(reference) })
  },
  undo: async (ctx, { snapshotId, volumeId, host, reference }, { hosts }) => {
    const name = reference['source-name']
    if (name) await hosts.on(host).releaseSnapshot(ctx, { snapshotId, volumeId, name })
  },
})

/** Takes an adopted snapshot from `creating` to `available`, or to `error` with the data unchanged. */
export const manageSnapshotFlow = flow<ManageSnapshot>('manage-snapshot')
  .step(adopt)
  .onDone<FlowDeps>((ctx, { snapshotId }, { db, clock, notices }) =>
    notices.together(db, async (trx) => {
      if (await changeSnapshot(trx, snapshotId, ['creating'], { status: 'available' }, timestamp(clock)))
        await notices.snapshot(trx, ctx, 'manageExisting', 'end', snapshotId)
    }),
  )
  .onFailed<FlowDeps>((_, { snapshotId }, __, { db, clock }) =>
    changeSnapshot(db, snapshotId, ['creating'], { status: 'error' }, timestamp(clock)),
  )
