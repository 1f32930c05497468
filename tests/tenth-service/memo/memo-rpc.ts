import { cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { Type } from 'typebox'

/** The call by which the API asks the worker to add a note to a memo. */
export const memoRpc = defineRpc('memo', {
  note: cast(Type.Object({ text: Type.String() }), { since: '1.0' }),
})
