import { deleteConsistencyGroup } from '@nimbo/contracts/volume/consistency-groups'
import { isTrue } from '../../app/paging.ts'
import { dropGroup } from '../group/groups.ts'
import { handle } from './handle.ts'

/** With `force`, the volumes of the group are deleted, too. */
export const remove = handle(deleteConsistencyGroup, async ({ app, ctx, found, body }) => {
  const withVolumes = isTrue(String(body?.consistencygroup?.force ?? ''))
  await dropGroup(app)(ctx, found.volume_group, { withVolumes })
})
