import { deleteCgsnapshot } from '@nimbo/contracts/volume/cgsnapshots'
import { dropGroupSnapshot } from '../../group/group-snapshots.ts'
import { handle } from '../handle.ts'

export const remove = handle(deleteCgsnapshot, async ({ app, ctx, found }) => {
  await dropGroupSnapshot(app)(ctx, found.group_snapshot)
})
