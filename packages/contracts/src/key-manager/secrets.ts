import { content, empty, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { page, paging } from './pages.ts'

/** Barbican's secret types. */
export const secretTypes = ['symmetric', 'passphrase', 'private', 'public', 'certificate', 'opaque'] as const

const SecretConsumer = view({
  service: Type.String(),
  resource_type: Type.String(),
  resource_id: Type.String(),
})

export const Secret = view({
  created: Type.String(),
  updated: Type.String(),
  status: Type.String(),
  name: nullable(Type.String()),
  secret_type: oneOf(secretTypes),
  expiration: nullable(Type.String()),
  algorithm: nullable(Type.String()),
  bit_length: nullable(Type.Integer()),
  mode: nullable(Type.String()),
  creator_id: nullable(Type.String()),
  content_types: Type.Optional(view({ default: Type.String() })),
  consumers: since('1.1', Type.Array(SecretConsumer)),
  secret_ref: Type.String(),
})

export type SecretView = Static<typeof Secret>

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

/** Attributes of a stored or generated secret. */
export const secretProperties = {
  name: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  algorithm: text(255),
  mode: text(255),
  bit_length: Type.Optional(Type.Integer({ minimum: 1, maximum: 32_767 })),
  expiration: text(255),
  payload: Type.Optional(Type.String()),
  payload_content_type: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  payload_content_encoding: Type.Optional(oneOf(['base64'])),
}

export const NewSecret = Type.Object(
  { ...secretProperties, secret_type: Type.Optional(oneOf(secretTypes)) },
  { title: 'Secret' },
)

export type NewSecret = Static<typeof NewSecret>

export const createSecret = operation({
  id: 'secrets.create',
  method: 'POST',
  path: '/v1/secrets',
  summary: 'Store a secret, with its payload or without',
  rule: 'secrets:post',
  on: ownProject,
  body: NewSecret,
  replies: { 201: view({ secret_ref: Type.String() }) },
  errors: ['QuotaReached', 'TooLarge'],
})

export const listSecrets = operation({
  id: 'secrets.list',
  method: 'GET',
  path: '/v1/secrets',
  summary: 'List the secrets of the project, or those that other projects let the caller read',
  rule: 'secrets:get',
  on: ownProject,
  query: Type.Object({
    ...paging,
    name: Type.Optional(Type.String()),
    alg: Type.Optional(Type.String()),
    mode: Type.Optional(Type.String()),
    bits: Type.Optional(Type.String()),
    secret_type: Type.Optional(Type.String()),
    acl_only: Type.Optional(Type.String()),
    created: Type.Optional(Type.String()),
    updated: Type.Optional(Type.String()),
    expiration: Type.Optional(Type.String()),
    sort: Type.Optional(Type.String()),
  }),
  replies: { 200: page({ secrets: Type.Array(Secret) }) },
})

/** Clients that do not accept JSON get the payload, a deprecated behaviour: see {@link showPayload}. */
export const showSecret = operation({
  id: 'secrets.show',
  method: 'GET',
  path: '/v1/secrets/{secret_id}',
  summary: 'Show a secret without its payload',
  rule: 'secret:get',
  on: found('secret'),
  replies: { 200: Secret },
  errors: ['NoSuchSecret'],
})

export const showPayload = operation({
  id: 'secrets.payload',
  method: 'GET',
  path: '/v1/secrets/{secret_id}/payload',
  summary: 'Show the payload of a secret',
  rule: 'secret:decrypt',
  on: found('secret'),
  replies: { 200: content('application/octet-stream') },
  errors: ['NoSuchSecret', 'NoPayload', 'WrongContentType'],
})

export const putPayload = operation({
  id: 'secrets.update',
  method: 'PUT',
  path: '/v1/secrets/{secret_id}',
  summary: 'Give a secret without payload its payload',
  rule: 'secret:put',
  on: found('secret'),
  body: content('application/octet-stream'),
  replies: { 204: empty },
  errors: ['NoSuchSecret', 'HasPayload', 'TooLarge', 'WrongRequestType'],
})

export const deleteSecret = operation({
  id: 'secrets.delete',
  method: 'DELETE',
  path: '/v1/secrets/{secret_id}',
  summary: 'Delete a secret',
  rule: 'secret:delete',
  on: found('secret'),
  query: Type.Object({ force: Type.Optional(Type.String()) }),
  replies: { 204: empty },
  errors: ['NoSuchSecret', 'HasConsumers'],
})
