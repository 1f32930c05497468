import { cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { Type } from 'typebox'

/** What the API tells the engines. */
export const heatEngineRpc = defineRpc('heat-engine', {
  /** A flow has been written and can begin; losing the message only delays it. */
  beginFlow: cast(Type.Object({ flowId: Type.String() }), { since: '1.0' }),
})
