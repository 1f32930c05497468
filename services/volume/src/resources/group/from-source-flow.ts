import type { volumeContent } from '@nimbo/contracts/volume/volume-host'
import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import type { Static } from 'typebox'
import { changeGrouping, groups, notifyGroup } from '../../db/groups.ts'
import { changeVolume } from '../../db/volumes.ts'
import type { FlowDeps } from '../../flows/flow-deps.ts'
import { isOutage } from '../../flows/is-outage.ts'

export interface CreateGroupFromSource {
  readonly groupId: string
  /** `host@backend` of the source, which the new group has, too. */
  readonly host: string
  readonly volumes: readonly {
    readonly id: string
    readonly sizeGb: number
    readonly content: Static<typeof volumeContent>
  }[]
}

const makeVolumes = step<CreateGroupFromSource, FlowDeps>()({
  name: 'make-volumes',
  waitsOut: isOutage,
  run: async (ctx, { host, volumes }, { hosts }) => {
    for (const { id: volumeId, sizeGb, content } of volumes)
      await hosts.on(host).createVolume(ctx, { volumeId, sizeGb, content })
  },
  undo: async (ctx, { host, volumes }, { hosts }) => {
    for (const { id: volumeId } of volumes) await hosts.on(host).deleteVolume(ctx, { volumeId })
  },
})

/** Takes a group from `creating` to a copy of each volume of its source, or to `error` with nothing left on the back end. */
export const createGroupFromSourceFlow = flow<CreateGroupFromSource>('create-group-from-source')
  .step(makeVolumes)
  .onDone<FlowDeps>((ctx, { groupId, volumes }, { db, clock, notices }) =>
    notices.together(db, async (trx) => {
      const now = timestamp(clock)
      for (const { id } of volumes)
        if (await changeVolume(trx, id, ['creating'], { status: 'available', launched_at: now }, now))
          await notices.volume(trx, ctx, 'create', 'end', id)
      const change = { from: ['creating'], to: 'available', now } as const
      if (!(await changeGrouping(trx, 'volume_groups', groupId, change))) return
      const made = await groups.get(trx, 'all', groupId)
      if (made) await notifyGroup(notices, trx, ctx, 'create', 'end', made)
    }),
  )
  .onFailed<FlowDeps>(async (_, { groupId, volumes }, __, { db, clock }) => {
    const now = timestamp(clock)
    for (const { id } of volumes) await changeVolume(db, id, ['creating'], { status: 'error' }, now)
    await changeGrouping(db, 'volume_groups', groupId, { from: ['creating'], to: 'error', now })
  })
