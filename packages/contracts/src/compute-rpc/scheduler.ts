import type { FlowId, ServerId } from '@nimbo/kernel/ids'
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
      /** Under which the server's flow is carried on: who holds it no more claims nothing. */
      lease: Type.Object({ flowId: idOf<FlowId>(), owner: Type.String() }),
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
