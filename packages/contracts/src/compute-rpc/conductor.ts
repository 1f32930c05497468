import type { FlowId } from '@nimbo/kernel/ids'
import { call, cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { Type } from 'typebox'
import { idOf, listOf, nothing } from './schemas.ts'

/** What the API asks the conductor: the work itself is rows of flows, so that no message need survive. */
export const conductorRpc = defineRpc('conductor', {
  /** Line 12 of the boot flow: these flows of the API database can begin. */
  scheduleAndBuild: cast(Type.Object({ flowIds: listOf(idOf<FlowId>()) }), { since: '1.0' }),
  /** A flow of a cell's database can begin. */
  runInCell: cast(Type.Object({ cellId: Type.String(), flowId: idOf<FlowId>() }), { since: '1.0' }),
  /** Turns back the boot of a server, wherever it stands. */
  cancelBoot: call(Type.Object({ serverId: Type.String(), reason: Type.String() }), nothing, {
    since: '1.0',
  }),
})
