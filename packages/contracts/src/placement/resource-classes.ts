import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { body } from './words.ts'

const CustomName = Type.String({ minLength: 1, maxLength: 255, pattern: '^CUSTOM_[A-Z0-9_]+$' })
const ResourceClass = view({
  name: Type.String(),
  links: Type.Array(view({ rel: Type.String(), href: Type.String() })),
})

const path = '/resource_classes/{name}'
const since = '1.2'

export const listResourceClasses = operation({
  id: 'resource_classes.list',
  method: 'GET',
  path: '/resource_classes',
  since,
  summary: 'List resource classes',
  rule: 'placement:resource_classes:list',
  on,
  replies: { 200: view({ resource_classes: Type.Array(ResourceClass) }) },
})

export const createResourceClass = operation({
  id: 'resource_classes.create',
  method: 'POST',
  path: '/resource_classes',
  since,
  summary: 'Create a resource class',
  rule: 'placement:resource_classes:create',
  on,
  body: body({ name: CustomName }),
  replies: { 201: empty },
  errors: ['ResourceClassExists'],
})

export const showResourceClass = operation({
  id: 'resource_classes.show',
  method: 'GET',
  path,
  since,
  summary: 'Show a resource class',
  rule: 'placement:resource_classes:show',
  on,
  replies: { 200: ResourceClass },
  errors: ['ResourceClassNotFound'],
})

export const renameResourceClass = operation({
  id: 'resource_classes.rename',
  method: 'PUT',
  path,
  since,
  until: '1.6',
  summary: 'Rename a resource class',
  rule: 'placement:resource_classes:update',
  on,
  body: body({ name: CustomName }),
  replies: { 200: ResourceClass },
  errors: ['ResourceClassNotFound', 'ResourceClassExists', 'StandardClassUpdate'],
})

export const ensureResourceClass = operation({
  id: 'resource_classes.ensure',
  method: 'PUT',
  path,
  since: '1.7',
  summary: 'Create a resource class, unless it exists',
  rule: 'placement:resource_classes:update',
  on,
  replies: { 201: empty, 204: empty },
})

export const deleteResourceClass = operation({
  id: 'resource_classes.delete',
  method: 'DELETE',
  path,
  since,
  summary: 'Delete a resource class',
  rule: 'placement:resource_classes:delete',
  on,
  replies: { 204: empty },
  errors: ['ResourceClassNotFound', 'ResourceClassInUse', 'StandardClassDelete'],
})
