import type { ServerId } from '@nimbo/kernel/ids'
import { call, defineRpc } from '@nimbo/rpc/define-rpc'
import { Type } from 'typebox'
import { destination } from './destination.ts'
import { idOf, listOf } from './schemas.ts'

/** What the conductor asks the scheduler. */
export const schedulerRpc = defineRpc('scheduler', {
  /** Finds hosts for a server and claims the best; fails with `NoValidHost`. Repeating it claims anew. */
  selectDestinations: call(
    Type.Object({
      serverId: idOf<ServerId>(),
      /** Hosts that have refused the server already. */
      ignoreHosts: listOf(Type.String()),
    }),
    Type.Object({
      /** Claimed. */
      selected: destination,
      /** In the same cell, best first, not claimed. */
      alternates: listOf(destination),
    }),
    { since: '1.0' },
  ),
})
