import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'

const on = ownProject
const errors = ['OneStoreOnly', 'NoSuchStore', 'NoPreferredStore']

const SecretStore = view({
  created: Type.String(),
  updated: Type.String(),
  status: Type.String(),
  name: Type.String(),
  global_default: Type.Boolean(),
  secret_store_plugin: Type.String(),
  crypto_plugin: nullable(Type.String()),
  secret_store_ref: Type.String(),
})

export type SecretStoreView = Static<typeof SecretStore>

export const listStores = operation({
  id: 'secret_stores.list',
  method: 'GET',
  path: '/v1/secret-stores',
  summary: 'List the stores that keep secrets',
  rule: 'secretstores:get',
  on,
  replies: { 200: view({ secret_stores: Type.Array(SecretStore) }) },
  errors,
})

export const showDefaultStore = operation({
  id: 'secret_stores.show_default',
  method: 'GET',
  path: '/v1/secret-stores/global-default',
  summary: 'Show the store that keeps secrets of who prefers none',
  rule: 'secretstores:get_global_default',
  on,
  replies: { 200: SecretStore },
  errors,
})

export const showPreferredStore = operation({
  id: 'secret_stores.show_preferred',
  method: 'GET',
  path: '/v1/secret-stores/preferred',
  summary: 'Show the store that the project prefers',
  rule: 'secretstores:get_preferred',
  on,
  replies: { 200: SecretStore },
  errors,
})

export const showStore = operation({
  id: 'secret_stores.show',
  method: 'GET',
  path: '/v1/secret-stores/{secret_store_id}',
  summary: 'Show a store',
  rule: 'secretstore:get',
  on,
  replies: { 200: SecretStore },
  errors,
})

export const preferStore = operation({
  id: 'secret_stores.prefer',
  method: 'POST',
  path: '/v1/secret-stores/{secret_store_id}/preferred',
  summary: 'Have secrets of the project kept in that store',
  rule: 'secretstore_preferred:post',
  on,
  replies: { 204: empty },
  errors,
})

export const preferNoStore = operation({
  id: 'secret_stores.prefer_none',
  method: 'DELETE',
  path: '/v1/secret-stores/{secret_store_id}/preferred',
  summary: 'Have secrets of the project kept where those of others are',
  rule: 'secretstore_preferred:delete',
  on,
  replies: { 204: empty },
  errors,
})
