import { content, empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, open as openToAll, ownProject } from '@nimbo/operation/target'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Columns, type Of, resource } from '@nimbo/resource/describe/kind'
import { dictionary, instant, listOf, orNull, text as anyText } from '@nimbo/resource/describe/value-types'
import { type Static, Type } from 'typebox'
import { Role } from './roles.ts'
import { id } from './value-types.ts'
import { Id, Name, open, pagedQuery, pageLinks, Self } from './words.ts'

const secret = attribute(anyText(64), { filter: false })

/** A program that users can authorise. */
export const oauthConsumer = resource('consumer', 'oauth_consumers', {
  id: attribute(id, {}),
  description: attribute(orNull(anyText(10_000)), { filter: false }),
  secret,
  extra: attribute(dictionary, { filter: false }),
})
export type OauthConsumer = Of<typeof oauthConsumer>
export type OauthConsumerColumns = Columns<typeof oauthConsumer>

const asked = {
  id: attribute(id, {}),
  secret,
  consumer_id: attribute(id, {}),
  project_id: attribute(id, {}),
  role_ids: attribute(listOf(id), { filter: false }),
  expires_at: attribute(orNull(instant), { filter: false }),
}

/** A request token, until it is authorised and exchanged. */
export const oauthRequestToken = resource('request_token', 'oauth_request_tokens', {
  ...asked,
  /** The authorising user, and the verifier. */
  authorizing_user_id: attribute(orNull(id), {}),
  verifier: attribute(orNull(anyText(64)), { filter: false }),
})
export type OauthRequestToken = Of<typeof oauthRequestToken>
export type OauthRequestTokenColumns = Columns<typeof oauthRequestToken>

/** An access token of a program for a user and project. */
export const oauthAccessToken = resource('access_token', 'oauth_access_tokens', {
  ...asked,
  authorizing_user_id: attribute(id, {}),
})
export type OauthAccessToken = Of<typeof oauthAccessToken>
export type OauthAccessTokenColumns = Columns<typeof oauthAccessToken>

const Text = Type.String()
const consumerFields = { id: Text, description: nullable(Text), links: Self }
const Consumer = open(consumerFields)
export type ConsumerView = Static<typeof Consumer>
/** The secret is only returned once. */
const NewConsumer = open({ ...consumerFields, secret: Text })

/** The secret cannot be changed. */
const ConsumerChanges = Type.Object(
  { description: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))) },
  { additionalProperties: true, minProperties: 1, not: { required: ['secret'] } },
)

const consumers = '/v3/OS-OAUTH1/consumers'
const consumer = '/v3/OS-OAUTH1/consumers/{consumer_id}'
const notFound = ['NotFound']
const Description = Type.Optional(nullable(Type.String({ maxLength: 10_000 })))

export const createConsumer = operation({
  id: 'oauth1_consumers.create',
  method: 'POST',
  path: consumers,
  summary: 'Make a program known that users may let act for them',
  rule: 'identity:create_consumer',
  on: ownProject,
  body: Type.Object({ consumer: Type.Optional(open({ description: Description })) }),
  replies: { 201: view({ consumer: NewConsumer }) },
})

export const listConsumers = operation({
  id: 'oauth1_consumers.list',
  method: 'GET',
  path: consumers,
  summary: 'List the programs that users may let act for them',
  rule: 'identity:list_consumers',
  on: ownProject,
  query: pagedQuery({}),
  replies: { 200: view({ consumers: Type.Array(Consumer), ...pageLinks }) },
})

export const showConsumer = operation({
  id: 'oauth1_consumers.show',
  method: 'GET',
  path: consumer,
  summary: 'Show a program that users may let act for them',
  rule: 'identity:get_consumer',
  on: found('consumer'),
  replies: { 200: view({ consumer: Consumer }) },
  errors: notFound,
})

export const updateConsumer = operation({
  id: 'oauth1_consumers.update',
  method: 'PATCH',
  path: consumer,
  summary: 'Describe a program anew',
  rule: 'identity:update_consumer',
  on: found('consumer'),
  body: Type.Object({ consumer: ConsumerChanges }),
  replies: { 200: view({ consumer: Consumer }) },
  errors: notFound,
})

export const deleteConsumer = operation({
  id: 'oauth1_consumers.delete',
  method: 'DELETE',
  path: consumer,
  summary: 'Let a program act for nobody any more',
  rule: 'identity:delete_consumer',
  on: found('consumer'),
  replies: { 204: empty },
  errors: notFound,
})

const form = content('application/x-www-form-urlencoded')
const signed = openToAll('a program shows by its signature who it is')

export const createRequestToken = operation({
  id: 'oauth1_request_tokens.create',
  method: 'POST',
  path: '/v3/OS-OAUTH1/request_token',
  summary: 'Ask to act for somebody in the project that the header Requested-Project-Id names',
  on: signed,
  replies: { 201: form },
  errors: ['Unauthorized', 'NotFound', 'Invalid'],
})

export const authorizeRequestToken = operation({
  id: 'oauth1_request_tokens.authorize',
  method: 'PUT',
  path: '/v3/OS-OAUTH1/authorize/{request_token_id}',
  summary: 'Let the program that asked act with roles of one’s own',
  rule: 'identity:authorize_request_token',
  on: found('request_token'),
  body: Type.Object({
    roles: Type.Array(Type.Object({ id: Type.Optional(Id), name: Type.Optional(Name) }), {
      minItems: 1,
      maxItems: 100,
    }),
  }),
  replies: { 200: view({ token: view({ oauth_verifier: Text }) }) },
  errors: ['NotFound', 'Unauthorized', 'Forbidden'],
})

export const createAccessToken = operation({
  id: 'oauth1_access_tokens.create',
  method: 'POST',
  path: '/v3/OS-OAUTH1/access_token',
  summary: 'Take what a user has said yes to',
  on: signed,
  replies: { 201: form },
  errors: ['Unauthorized', 'NotFound', 'Invalid'],
})

const AccessToken = view({
  id: Text,
  consumer_id: Text,
  project_id: Text,
  authorizing_user_id: Text,
  expires_at: nullable(Text),
  links: view({ self: Text, roles: Text }),
})

const accessTokens = '/v3/users/{user_id}/OS-OAUTH1/access_tokens'
const accessToken = '/v3/users/{user_id}/OS-OAUTH1/access_tokens/{access_token_id}'

export const listAccessTokens = operation({
  id: 'oauth1_access_tokens.list',
  method: 'GET',
  path: accessTokens,
  summary: 'List by what programs act for a user',
  rule: 'identity:list_access_tokens',
  on: found('user'),
  replies: { 200: view({ access_tokens: Type.Array(AccessToken), ...pageLinks }) },
  errors: notFound,
})

export const showAccessToken = operation({
  id: 'oauth1_access_tokens.show',
  method: 'GET',
  path: accessToken,
  summary: 'Show by what a program acts for a user',
  rule: 'identity:get_access_token',
  on: found('access_token'),
  replies: { 200: view({ access_token: AccessToken }) },
  errors: notFound,
})

export const deleteAccessToken = operation({
  id: 'oauth1_access_tokens.delete',
  method: 'DELETE',
  path: accessToken,
  summary: 'Let a program act for a user no more',
  rule: 'identity:delete_access_token',
  on: found('access_token'),
  replies: { 204: empty },
  errors: notFound,
})

export const listAccessTokenRoles = operation({
  id: 'oauth1_access_tokens.list_roles',
  method: 'GET',
  path: `${accessToken}/roles`,
  summary: 'List the roles with which a program acts for a user',
  rule: 'identity:list_access_token_roles',
  on: found('access_token'),
  replies: { 200: view({ roles: Type.Array(Role), ...pageLinks }) },
  errors: notFound,
})

export const showAccessTokenRole = operation({
  id: 'oauth1_access_tokens.show_role',
  method: 'GET',
  path: `${accessToken}/roles/{role_id}`,
  summary: 'Show a role with which a program acts for a user',
  rule: 'identity:get_access_token_role',
  on: found('access_token'),
  replies: { 200: view({ role: Role }) },
  errors: notFound,
})
