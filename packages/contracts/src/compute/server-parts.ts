import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { Metadata, Tag } from './words.ts'

const on = found('server')
const errors = ['ServerNotFound']

const Address = view({ version: Type.Integer(), addr: Type.String() })
/** By network name. */
const Addresses = Type.Record(Type.String(), Type.Array(Address))

export const listIps = operation({
  id: 'servers.ips.list',
  method: 'GET',
  path: '/servers/{server_id}/ips',
  summary: 'List the addresses of a server',
  rule: 'os_compute_api:ips:index',
  on,
  replies: { 200: view({ addresses: Addresses }) },
  errors,
})

export const showIps = operation({
  id: 'servers.ips.show',
  method: 'GET',
  path: '/servers/{server_id}/ips/{network_label}',
  summary: 'Show the addresses of a server in one network',
  rule: 'os_compute_api:ips:show',
  on,
  replies: { 200: Addresses },
  errors: ['ServerNotFound', 'NotFound'],
})

const metadata = '/servers/{server_id}/metadata'
const metadataKey = '/servers/{server_id}/metadata/{key}'
const Pairs = Type.Record(Type.String(), Type.String())
const MetadataBody = Type.Object({ metadata: Metadata }, exact)
const shownMetadata = { 200: view({ metadata: Pairs }) }

export const listMetadata = operation({
  id: 'servers.metadata.list',
  method: 'GET',
  path: metadata,
  summary: 'Show the metadata of a server',
  rule: 'os_compute_api:server-metadata:index',
  on,
  replies: shownMetadata,
  errors,
})

export const mergeMetadata = operation({
  id: 'servers.metadata.merge',
  method: 'POST',
  path: metadata,
  summary: 'Add to the metadata of a server',
  rule: 'os_compute_api:server-metadata:create',
  on,
  body: MetadataBody,
  replies: shownMetadata,
  errors: ['ServerNotFound', 'MetadataLimitExceeded', 'WrongState'],
})

export const replaceMetadata = operation({
  ...mergeMetadata,
  id: 'servers.metadata.replace',
  method: 'PUT',
  summary: 'Replace the metadata of a server',
  rule: 'os_compute_api:server-metadata:update_all',
})

export const showMetadata = operation({
  id: 'servers.metadata.show',
  method: 'GET',
  path: metadataKey,
  summary: 'Show one pair of the metadata of a server',
  rule: 'os_compute_api:server-metadata:show',
  on,
  replies: { 200: view({ meta: Pairs }) },
  errors: ['ServerNotFound', 'NotFound'],
})

export const setMetadata = operation({
  id: 'servers.metadata.set',
  method: 'PUT',
  path: metadataKey,
  summary: 'Set one pair of the metadata of a server',
  rule: 'os_compute_api:server-metadata:update',
  on,
  body: Type.Object(
    { meta: Type.Intersect([Metadata, Type.Object({}, { minProperties: 1, maxProperties: 1 })]) },
    exact,
  ),
  replies: { 200: view({ meta: Pairs }) },
  errors: ['ServerNotFound', 'MetadataLimitExceeded', 'WrongState'],
})

export const removeMetadata = operation({
  id: 'servers.metadata.delete',
  method: 'DELETE',
  path: metadataKey,
  summary: 'Delete one pair of the metadata of a server',
  rule: 'os_compute_api:server-metadata:delete',
  on,
  replies: { 204: empty },
  errors: ['ServerNotFound', 'NotFound', 'WrongState'],
})

const tags = '/servers/{server_id}/tags'
const tag = '/servers/{server_id}/tags/{tag}'
const since = '2.26'
export const mostTags = 50

export const listTags = operation({
  id: 'servers.tags.list',
  method: 'GET',
  path: tags,
  since,
  summary: 'List the tags of a server',
  rule: 'os_compute_api:os-server-tags:index',
  on,
  replies: { 200: view({ tags: Type.Array(Type.String()) }) },
  errors,
})

export const replaceTags = operation({
  id: 'servers.tags.replace',
  method: 'PUT',
  path: tags,
  since,
  summary: 'Replace the tags of a server',
  rule: 'os_compute_api:os-server-tags:update_all',
  on,
  body: Type.Object({ tags: Type.Array(Tag, { maxItems: mostTags }) }, exact),
  replies: { 200: view({ tags: Type.Array(Type.String()) }) },
  errors,
})

export const removeTags = operation({
  id: 'servers.tags.clear',
  method: 'DELETE',
  path: tags,
  since,
  summary: 'Remove all tags of a server',
  rule: 'os_compute_api:os-server-tags:delete_all',
  on,
  replies: { 204: empty },
  errors,
})

export const showTag = operation({
  id: 'servers.tags.show',
  method: 'GET',
  path: tag,
  since,
  summary: 'Tell whether a server has a tag',
  rule: 'os_compute_api:os-server-tags:show',
  on,
  replies: { 204: empty },
  errors: ['ServerNotFound', 'TagNotFound'],
})

export const addTag = operation({
  id: 'servers.tags.add',
  method: 'PUT',
  path: tag,
  since,
  summary: 'Add a tag to a server',
  rule: 'os_compute_api:os-server-tags:update',
  on,
  body: Type.Null(),
  replies: { 201: empty, 204: empty },
  errors,
})

export const removeTag = operation({
  id: 'servers.tags.delete',
  method: 'DELETE',
  path: tag,
  since,
  summary: 'Remove a tag from a server',
  rule: 'os_compute_api:os-server-tags:delete',
  on,
  replies: { 204: empty },
  errors: ['ServerNotFound', 'TagNotFound'],
})
