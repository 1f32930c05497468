import { deleteConsistencyGroup } from '@nimbo/contracts/volume/consistency-groups'
import { isTrue } from '../../app/paging.ts'
import { dropGroup } from '../group/groups.ts'
import { handle } from './handle.ts'

/** By force, its volumes are deleted with it. */
export const remove = handle(deleteConsistencyGroup, async ({ app, ctx, found, body }) => {
  const withVolumes = isTrue(String(body?.consistencygroup?.force ?? ''))
  await dropGroup(app)(ctx, found.volume_group, { withVolumes })
})
