import { showConsistencyGroup } from '@nimbo/contracts/volume/consistency-groups'
import { handle } from './handle.ts'
import { consistencyGroupView } from './view.ts'

export const show = handle(showConsistencyGroup, async ({ found }) => ({
  consistencygroup: consistencyGroupView(found.volume_group),
}))
