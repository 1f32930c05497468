import { type GroupStatus, groupStatuses } from '@nimbo/contracts/volume/groups'
import { groupSnapshotsReset, groupsReset } from '@nimbo/contracts/volume/notifications/groups'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { VolumeApp } from '../../app/app.ts'
import { changeGrouping } from '../../db/groups.ts'

type Table = Parameters<typeof changeGrouping>[1]

const resetIn =
  (table: Table, declared: typeof groupsReset) =>
  (app: VolumeApp) =>
  (ctx: Context, id: string, status: GroupStatus): Promise<void> =>
    app.notices.together(app.db, async (trx) => {
      const now = timestamp(app.clock)
      await changeGrouping(trx, table, id, { from: groupStatuses, to: status, now })
      for (const phase of ['start', 'end'] as const)
        await app.notices.tell(trx, ctx, declared, {
          ...{ phase, resource: id },
          payload: () => ({ id, update: { status } }),
        })
    })

/** Sets the status of a group to any that an administrator requests. */
export const resetGroup = resetIn('volume_groups', groupsReset)

/** Like {@link resetGroup}, for a group snapshot. */
export const resetGroupSnapshot = resetIn('group_snapshots', groupSnapshotsReset)
