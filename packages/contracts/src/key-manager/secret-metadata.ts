import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'

const on = found('secret')
const errors = ['NoSuchSecret', 'InvalidMetadataKey', 'NoSuchMetadata']

const Pair = view({ key: Type.String(), value: Type.String() })

const NewPair = Type.Object(
  { key: Type.String({ maxLength: 255 }), value: Type.String({ maxLength: 255 }) },
  { ...exact, title: 'SecretMetadatum' },
)

export const listMetadata = operation({
  id: 'secret_metadata.list',
  method: 'GET',
  path: '/v1/secrets/{secret_id}/metadata',
  summary: 'Show what users noted of a secret',
  rule: 'secret_meta:get',
  on,
  replies: { 200: view({ metadata: Type.Record(Type.String(), Type.String()) }) },
  errors,
})

export const replaceMetadata = operation({
  id: 'secret_metadata.replace',
  method: 'PUT',
  path: '/v1/secrets/{secret_id}/metadata',
  summary: 'Replace all that users noted of a secret',
  rule: 'secret_meta:put',
  on,
  body: Type.Object({ metadata: Type.Record(Type.String(), Type.Unknown()) }, { title: 'SecretMetadata' }),
  replies: { 201: view({ metadata_ref: Type.String() }) },
  errors,
})

export const addMetadata = operation({
  id: 'secret_metadata.create',
  method: 'POST',
  path: '/v1/secrets/{secret_id}/metadata',
  summary: 'Note something of a secret under a new key',
  rule: 'secret_meta:post',
  on,
  body: NewPair,
  replies: { 201: Pair },
  errors: [...errors, 'MetadataExists'],
})

export const showMetadata = operation({
  id: 'secret_metadata.show',
  method: 'GET',
  path: '/v1/secrets/{secret_id}/metadata/{key}',
  summary: 'Show what users noted of a secret under a key',
  rule: 'secret_meta:get',
  on,
  replies: { 200: Pair },
  errors,
})

export const updateMetadata = operation({
  id: 'secret_metadata.update',
  method: 'PUT',
  path: '/v1/secrets/{secret_id}/metadata/{key}',
  summary: 'Change what users noted of a secret under a key',
  rule: 'secret_meta:put',
  on,
  body: NewPair,
  replies: { 200: Pair },
  errors: [...errors, 'OtherMetadataKey'],
})

export const deleteMetadata = operation({
  id: 'secret_metadata.delete',
  method: 'DELETE',
  path: '/v1/secrets/{secret_id}/metadata/{key}',
  summary: 'Remove what users noted of a secret under a key',
  rule: 'secret_meta:delete',
  on,
  replies: { 204: empty },
  errors,
})
