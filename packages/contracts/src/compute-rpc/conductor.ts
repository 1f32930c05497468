import type { FlowId, ServerId } from '@nimbo/kernel/ids'
import { call, cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { Type } from 'typebox'
import { auditReport } from '../compute/audit.ts'
import { imageToCache } from './image-to-cache.ts'
import { idOf, listOf, texts } from './schemas.ts'

/** Auditing a large cloud takes minutes. */
const auditTimeoutMs = 1_800_000

/** RPC interface of the conductor for the API. The work of servers is stored as flows, so messages may get lost. */
export const conductorRpc = defineRpc('conductor', {
  /** Line 12 of the boot flow: a flow in the API database can start. */
  scheduleAndBuild: cast(Type.Object({ serverId: idOf<ServerId>(), flowId: idOf<FlowId>() }), {
    since: '1.0',
  }),
  /** A flow in a cell's database can start. */
  flowRequested: cast(Type.Object({ cellId: Type.String(), flowId: idOf<FlowId>() }), { since: '1.0' }),
  /** Rolls back the boot of a server. */
  cancelBuild: cast(Type.Object({ serverId: idOf<ServerId>() }), { since: '1.0' }),
  /** Has the hosts of an aggregate cache images. */
  cacheImages: cast(
    Type.Object({
      aggregate: Type.Object({
        id: Type.Integer(),
        uuid: Type.String(),
        name: Type.String(),
        hosts: listOf(Type.String()),
        metadata: texts,
      }),
      images: listOf(imageToCache),
    }),
    { since: '1.2' },
  ),
  /** Audits the whole cloud; with `repair`, repairs what it can. */
  audit: call(Type.Object({ repair: Type.Boolean(), graceMs: Type.Integer({ minimum: 0 }) }), auditReport, {
    since: '1.1',
    timeoutMs: auditTimeoutMs,
  }),
})
