import { content, empty } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { open } from '@nimbo/operation/target'
import { query, text } from './words.ts'

const signIn = {
  summary: 'Sign in at an identity provider and return to the dashboard with a token',
  on: open(
    'the assertion authenticates: signed by a trusted identity provider, or handed on by a trusted proxy',
  ),
  query: query({ origin: text }),
  replies: { 200: content('text/html'), 302: empty },
  errors: ['Unauthorized', 'NotFound', 'ProtocolNotFound', 'NotAllowed'],
} as const

const path = '/v3/auth/OS-FEDERATION/websso/{protocol_id}'
const pathOfOne = '/v3/auth/OS-FEDERATION/identity_providers/{idp_id}/protocols/{protocol_id}/websso'

export const webSso = operation({ ...signIn, id: 'websso.get', method: 'GET', path })
export const webSsoByForm = operation({ ...signIn, id: 'websso.post', method: 'POST', path })
export const webSsoOfOne = operation({ ...signIn, id: 'websso.get_by', method: 'GET', path: pathOfOne })
export const webSsoOfOneByForm = operation({
  ...signIn,
  id: 'websso.post_by',
  method: 'POST',
  path: pathOfOne,
})
