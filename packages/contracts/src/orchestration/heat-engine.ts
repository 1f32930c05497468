import { cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { Type } from 'typebox'

/** RPC interface of the engines for the API. */
export const heatEngineRpc = defineRpc('heat-engine', {
  /** A flow can start; a lost message only delays it. */
  beginFlow: cast(Type.Object({ flowId: Type.String() }), { since: '1.0' }),
})
