import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'

/** A declared attribute; further properties depend on its type. */
const Attribute = Type.Object({
  type: Type.String(),
  required: Type.Optional(Type.Boolean()),
  min_length: Type.Optional(Type.Integer()),
  max_length: Type.Optional(Type.Integer()),
  min: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  max: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  options: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})
const Attributes = Type.Record(Type.String(), Attribute)

export const ResourceType = view({ name: Type.String(), state: Type.String(), attributes: Attributes })
export type ResourceTypeView = Static<typeof ResourceType>

export const listResourceTypes = operation({
  id: 'resource_types.list',
  method: 'GET',
  path: '/v1/resource_type',
  summary: 'List types of resources',
  rule: 'list resource type',
  on,
  replies: { 200: Type.Array(ResourceType) },
})

export const createResourceType = operation({
  id: 'resource_types.create',
  method: 'POST',
  path: '/v1/resource_type',
  summary: 'Create a type of resources',
  rule: 'create resource type',
  on,
  body: Type.Object(
    { name: Type.String({ minLength: 1, maxLength: 255 }), attributes: Type.Optional(Attributes) },
    exact,
  ),
  replies: { 201: ResourceType },
  errors: ['ResourceTypeExists', 'Invalid'],
})

export const showResourceType = operation({
  id: 'resource_types.show',
  method: 'GET',
  path: '/v1/resource_type/{name}',
  summary: 'Show a type of resources',
  rule: 'get resource type',
  on,
  replies: { 200: ResourceType },
  errors: ['NoSuchResourceType'],
})

export const updateResourceType = operation({
  id: 'resource_types.update',
  method: 'PATCH',
  path: '/v1/resource_type/{name}',
  summary: 'Add attributes to a type of resources, change or remove them, by a JSON patch',
  rule: 'update resource type',
  on,
  mediaType: 'application/json-patch+json',
  body: Type.Array(
    Type.Object({
      op: Type.String(),
      path: Type.String(),
      value: Type.Optional(Attribute),
    }),
  ),
  replies: { 200: ResourceType },
  errors: ['NoSuchResourceType', 'Invalid'],
})

export const deleteResourceType = operation({
  id: 'resource_types.delete',
  method: 'DELETE',
  path: '/v1/resource_type/{name}',
  summary: 'Delete a type that no resource has',
  rule: 'delete resource type',
  on,
  replies: { 204: empty },
  errors: ['NoSuchResourceType', 'ResourceTypeInUse'],
})
