import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, open as openToAll } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { Token } from './tokens.ts'
import { Id, pagedQuery, pageLinks } from './words.ts'

const fields = {
  id: Type.String(),
  mapping_id: Type.String(),
  links: view({ self: Type.String(), identity_provider: Type.String() }),
}
const Shown = view(fields)
/** Only lists show the attribute by which identity providers are recognised. */
const Listed = view({
  ...fields,
  idp_id: Type.String(),
  remote_id_attribute: nullable(Type.String()),
})

const collection = '/v3/OS-FEDERATION/identity_providers/{idp_id}/protocols'
const path = '/v3/OS-FEDERATION/identity_providers/{idp_id}/protocols/{protocol_id}'
const shown = view({ protocol: Shown })
const on = found('protocol')
const errors = ['NotFound', 'ProtocolNotFound']
const RemoteIdAttribute = Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 64 })))
const closed = { additionalProperties: false }

export const createProtocol = operation({
  id: 'protocols.create',
  method: 'PUT',
  path,
  summary: 'Have people come from an identity provider by a protocol',
  rule: 'identity:create_protocol',
  on: found('idp_of_protocol'),
  body: Type.Object({
    protocol: Type.Object({ mapping_id: Id, remote_id_attribute: RemoteIdAttribute }, closed),
  }),
  replies: { 201: shown },
  errors: ['NotFound', 'DuplicateEntry'],
})

export const listProtocols = operation({
  id: 'protocols.list',
  method: 'GET',
  path: collection,
  summary: 'List the protocols by which people come from an identity provider',
  rule: 'identity:list_protocols',
  on: found('idp_of_protocol'),
  query: pagedQuery({}),
  replies: { 200: view({ protocols: Type.Array(Listed), ...pageLinks }) },
  errors,
})

export const showProtocol = operation({
  id: 'protocols.show',
  method: 'GET',
  path,
  summary: 'Show a protocol of an identity provider',
  rule: 'identity:get_protocol',
  on,
  replies: { 200: shown },
  errors,
})

export const updateProtocol = operation({
  id: 'protocols.update',
  method: 'PATCH',
  path,
  summary: 'Change a protocol of an identity provider',
  rule: 'identity:update_protocol',
  on,
  body: Type.Object({
    protocol: Type.Object({ mapping_id: Type.Optional(Id), remote_id_attribute: RemoteIdAttribute }, closed),
  }),
  replies: { 200: shown },
  errors,
})

export const deleteProtocol = operation({
  id: 'protocols.delete',
  method: 'DELETE',
  path,
  summary: 'Let people come by a protocol no more',
  rule: 'identity:delete_protocol',
  on,
  replies: { 204: empty },
  errors,
})

const signIn = {
  path: '/v3/OS-FEDERATION/identity_providers/{idp_id}/protocols/{protocol_id}/auth',
  summary: 'Get a token for the assertion of an identity provider',
  on: openToAll(
    'the assertion authenticates: signed by a trusted identity provider, or handed on by a trusted proxy',
  ),
  replies: { 201: view({ token: Token }) },
  errors: ['Unauthorized', 'NotFound', 'ProtocolNotFound', 'NotAllowed'],
} as const

export const signInFederated = operation({ ...signIn, id: 'federation.sign_in', method: 'GET' })
export const signInFederatedByForm = operation({
  ...signIn,
  id: 'federation.sign_in_by_form',
  method: 'POST',
})
