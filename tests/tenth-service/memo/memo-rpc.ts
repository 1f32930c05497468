import { cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { Type } from 'typebox'

/** What the API tells the worker. */
export const memoRpc = defineRpc('memo', {
  note: cast(Type.Object({ text: Type.String() }), { since: '1.0' }),
})
