import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, given } from '@nimbo/operation/target'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Columns, type Of, resource } from '@nimbo/resource/describe/kind'
import { dictionary, orNull, text as anyText } from '@nimbo/resource/describe/value-types'
import { type Static, Type } from 'typebox'
import { id, words } from './value-types.ts'
import { changes, Id, OptionalId, open, pagedQuery, pageLinks, Self, text } from './words.ts'

/** A credential of a user; its secret is stored encrypted. */
export const credential = resource('credential', 'credentials', {
  id: attribute(id, {}),
  user_id: attribute(id, {}),
  project_id: attribute(orNull(id), {}),
  type: attribute(words(), {}),
  encrypted_blob: attribute(anyText(1_000_000), { filter: false }),
  key_hash: attribute(words(), { filter: false }),
  extra: attribute(dictionary, { filter: false }),
})
export type StoredCredential = Of<typeof credential>
export type CredentialColumns = Columns<typeof credential>

const Shown = open({
  id: Type.String(),
  user_id: Type.String(),
  project_id: nullable(Type.String()),
  type: Type.String(),
  blob: Type.String(),
  links: Self,
})
export type CredentialView = Static<typeof Shown>

const Blob = Type.String({ maxLength: 65_536 })
const CredentialType = Type.String({ minLength: 1, maxLength: 255 })
const OtherType = Type.String({ minLength: 1, maxLength: 255, pattern: '^(?!ec2$)' })
const path = '/v3/credentials/{credential_id}'
const on = found('credential')
const shown = view({ credential: Shown })
const errors = ['NotFound', 'Forbidden']

export const listCredentials = operation({
  id: 'credentials.list',
  method: 'GET',
  path: '/v3/credentials',
  summary: 'List credentials: all, or one’s own',
  rule: 'identity:list_credentials',
  on: given,
  mayAsk: ['identity:get_credential'],
  query: pagedQuery({ user_id: text, type: text }),
  replies: { 200: view({ credentials: Type.Array(Shown), ...pageLinks }) },
})

export const createCredential = operation({
  id: 'credentials.create',
  method: 'POST',
  path: '/v3/credentials',
  summary: 'Create a credential',
  rule: 'identity:create_credential',
  on: given,
  body: Type.Object({
    /** Only keys of EC2 need a project. */
    credential: Type.Union([
      open({ user_id: Id, type: Type.Literal('ec2'), blob: Blob, project_id: Id }),
      open({ user_id: Id, type: OtherType, blob: Blob, project_id: OptionalId }),
    ]),
  }),
  replies: { 201: shown },
  errors: ['NotFound', 'NotExpected', 'DuplicateId', 'Forbidden'],
})

export const showCredential = operation({
  id: 'credentials.show',
  method: 'GET',
  path,
  summary: 'Show a credential',
  rule: 'identity:get_credential',
  on,
  replies: { 200: shown },
  errors,
})

export const updateCredential = operation({
  id: 'credentials.update',
  method: 'PATCH',
  path,
  summary: 'Change a credential',
  rule: 'identity:update_credential',
  on,
  body: Type.Object({
    credential: changes({
      user_id: Type.Optional(Id),
      type: Type.Optional(CredentialType),
      blob: Type.Optional(Blob),
      project_id: OptionalId,
    }),
  }),
  replies: { 200: shown },
  errors: [...errors, 'NotExpected'],
})

export const deleteCredential = operation({
  id: 'credentials.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a credential',
  rule: 'identity:delete_credential',
  on,
  replies: { 204: empty },
  errors,
})
