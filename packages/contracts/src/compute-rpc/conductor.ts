import type { FlowId, ServerId } from '@nimbo/kernel/ids'
import { call, cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { Type } from 'typebox'
import { auditReport } from '../compute/audit.ts'
import { idOf } from './schemas.ts'

/** A large cloud takes minutes to look over. */
const auditTimeoutMs = 1_800_000

/** What the API tells the conductor. The work itself is rows of flows, so that no message need survive. */
export const conductorRpc = defineRpc('conductor', {
  /** Line 12 of the boot flow: this flow of the API database can begin. */
  scheduleAndBuild: cast(Type.Object({ serverId: idOf<ServerId>(), flowId: idOf<FlowId>() }), {
    since: '1.0',
  }),
  /** A flow of a cell's database can begin. */
  flowRequested: cast(Type.Object({ cellId: Type.String(), flowId: idOf<FlowId>() }), { since: '1.0' }),
  /** Turns back the boot of a server, wherever it stands. */
  cancelBuild: cast(Type.Object({ serverId: idOf<ServerId>() }), { since: '1.0' }),
  /** Looks for what is left over or disagrees in the whole cloud; with `repair` puts right what can be. */
  audit: call(Type.Object({ repair: Type.Boolean(), graceMs: Type.Integer({ minimum: 0 }) }), auditReport, {
    since: '1.1',
    timeoutMs: auditTimeoutMs,
  }),
})
