import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'

const CachedImage = view({
  image_id: Type.String(),
  size: Type.Integer(),
  hits: Type.Integer(),
  last_accessed: Type.Number(),
  last_modified: Type.Number(),
})
export type CachedImageView = Static<typeof CachedImage>

const one = '/v2/cache/{image_id}'
const errors = ['CachingUnsupported']

export const showCache = operation({
  id: 'cache.show',
  method: 'GET',
  path: '/v2/cache',
  summary: 'List the images that this machine keeps a copy of, and those that it will',
  rule: 'cache_list',
  on: ownProject,
  replies: {
    200: view({ cached_images: Type.Array(CachedImage), queued_images: Type.Array(Type.String()) }),
  },
  errors,
})

export const queueImage = operation({
  id: 'cache.queue',
  method: 'PUT',
  path: one,
  summary: 'Have this machine keep a copy of an image',
  rule: 'cache_image',
  on: found('image'),
  replies: { 202: empty },
  errors: [...errors, 'ImageNotFound'],
})

/** Also for an image that no longer exists. */
export const uncacheImage = operation({
  id: 'cache.delete',
  method: 'DELETE',
  path: one,
  summary: 'Drop the copy of an image that this machine keeps',
  rule: 'cache_delete',
  on: ownProject,
  replies: { 204: empty },
  errors: [...errors, 'ImageNotFound'],
})

/** The header x-image-cache-clear-target restricts it to `cache` or `queue`. */
export const clearCache = operation({
  id: 'cache.clear',
  method: 'DELETE',
  path: '/v2/cache',
  summary: 'Drop all copies that this machine keeps, and those that it was to make',
  rule: 'cache_delete',
  on: ownProject,
  replies: { 204: empty },
  errors,
})

export const cleanCache = operation({
  id: 'cache.clean',
  method: 'POST',
  path: '/v2/cache/clean',
  summary: 'Drop copies of images that are there no more',
  rule: 'cache_clean',
  on: ownProject,
  replies: { 200: empty },
  errors,
})

export const pruneCache = operation({
  id: 'cache.prune',
  method: 'POST',
  path: '/v2/cache/prune',
  summary: 'Drop the copies that were read least lately, until they have room',
  rule: 'cache_prune',
  on: ownProject,
  replies: {
    200: view({ total_files_pruned: Type.Integer(), total_bytes_pruned: Type.Integer() }),
  },
  errors,
})

export const listCachedNodes = operation({
  id: 'cache.nodes',
  method: 'GET',
  path: '/v2/cache/nodes/{image_id}',
  summary: 'List the machines that keep a copy of an image',
  rule: 'list_cached_nodes',
  on: found('image'),
  replies: { 200: view({ cached_nodes: Type.Array(Type.String()) }) },
  errors: [...errors, 'ImageNotFound'],
})
