import { showCgsnapshot } from '@nimbo/contracts/volume/cgsnapshots'
import { handle } from '../handle.ts'
import { cgsnapshotView } from '../view.ts'

export const show = handle(showCgsnapshot, async ({ found }) => ({
  cgsnapshot: cgsnapshotView(found.group_snapshot),
}))
