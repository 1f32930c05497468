import { createCgsnapshot } from '@nimbo/contracts/volume/cgsnapshots'
import { takeGroupSnapshot } from '../../group/group-snapshots.ts'
import { handle } from '../handle.ts'
import { trimmed } from '../trimmed.ts'
import { summary } from '../view.ts'

export const create = handle(createCgsnapshot, async ({ app, ctx, body: { cgsnapshot } }) => {
  const order = { groupId: cgsnapshot.consistencygroup_id, ...trimmed(cgsnapshot) }
  return { cgsnapshot: summary(await takeGroupSnapshot(app)(ctx, order)) }
})
