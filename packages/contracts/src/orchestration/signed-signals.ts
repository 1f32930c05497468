import { empty } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { open } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { words } from './words.ts'

/** A pre-signed URL that signals one resource. */
const signed = (kind: 'signal' | 'waitcondition', method: 'POST' | 'PUT') =>
  operation({
    id: `signed_signals.${kind}_${method.toLowerCase()}`,
    method,
    path: `/v1/${kind}/{tenant_id}/stacks/{stack_name}/{stack_id}/resources/{resource_name}/signal` as const,
    summary: 'Tell a resource something by an address that is signed',
    on: open('the signature in the address says who may'),
    query: words('Signature', 'SignatureMethod', 'SignatureVersion'),
    body: Type.Unknown(),
    replies: { 200: empty },
    errors: ['EntityNotFound', 'ResourceActionNotSupported'],
  })

export const signedSignals = [
  signed('signal', 'POST'),
  signed('signal', 'PUT'),
  signed('waitcondition', 'POST'),
  signed('waitcondition', 'PUT'),
] as const
