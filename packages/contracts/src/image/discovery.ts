import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { anyone, found, open, ownProject } from '@nimbo/operation/target'
import { Type } from 'typebox'

const Versions = view({
  versions: Type.Array(
    view({
      id: Type.String(),
      status: Type.String(),
      links: Type.Array(view({ rel: Type.String(), href: Type.String() })),
    }),
  ),
})
const on = open('a client must learn the versions before it has a token')

export const chooseVersion = operation({
  id: 'versions.choose',
  method: 'GET',
  path: '/',
  summary: 'List the versions of the API',
  on,
  replies: { 300: Versions },
})

export const listVersions = operation({
  id: 'versions.show',
  method: 'GET',
  path: '/versions',
  summary: 'List the versions of the API',
  on,
  replies: { 200: Versions },
})

/** JSON schemas of resources for clients. */
const schemaOperation = <const Name extends string>(name: Name) =>
  operation({
    id: `schemas.${name.replace('/', '_')}`,
    method: 'GET',
    path: `/v2/schemas/${name}`,
    summary: `Show the JSON schema of ${name.replace('/', ' ')}`,
    on: anyone,
    replies: {
      200: Type.Object({ name: Type.String(), properties: Type.Record(Type.String(), Type.Unknown()) }),
    },
  })

export const showSchema = {
  image: schemaOperation('image'),
  images: schemaOperation('images'),
  member: schemaOperation('member'),
  members: schemaOperation('members'),
  task: schemaOperation('task'),
  tasks: schemaOperation('tasks'),
  namespace: schemaOperation('metadefs/namespace'),
  namespaces: schemaOperation('metadefs/namespaces'),
  object: schemaOperation('metadefs/object'),
  objects: schemaOperation('metadefs/objects'),
  property: schemaOperation('metadefs/property'),
  properties: schemaOperation('metadefs/properties'),
  resourceType: schemaOperation('metadefs/resource_type'),
  resourceTypes: schemaOperation('metadefs/resource_types'),
  tag: schemaOperation('metadefs/tag'),
  tags: schemaOperation('metadefs/tags'),
} as const

const store = {
  id: Type.String(),
  description: Type.Optional(Type.String()),
  default: Type.Optional(Type.String()),
  'read-only': Type.Optional(Type.String()),
}

export const listStores = operation({
  id: 'info.stores',
  method: 'GET',
  path: '/v2/info/stores',
  summary: 'List the stores that keep images',
  on: anyone,
  replies: {
    200: view({
      stores: Type.Array(view(store)),
    }),
  },
})

export const showImport = operation({
  id: 'info.import',
  method: 'GET',
  path: '/v2/info/import',
  summary: 'Show the ways in which images can be imported',
  on: anyone,
  replies: {
    200: view({
      'import-methods': view({
        description: Type.String(),
        type: Type.String(),
        value: Type.Array(Type.String()),
      }),
    }),
  },
})

export const listStoresInFull = operation({
  id: 'info.stores_detail',
  method: 'GET',
  path: '/v2/info/stores/detail',
  summary: 'List the stores that keep images, with what operators must know of them',
  rule: 'stores_info_detail',
  on: ownProject,
  replies: {
    200: view({
      stores: Type.Array(
        view({
          ...store,
          type: Type.String(),
          weight: Type.Integer(),
          properties: Type.Record(Type.String(), Type.Unknown()),
        }),
      ),
    }),
  },
})

/** In Glance this needs the permissions to read and delete locations. */
export const deleteFromStore = operation({
  id: 'stores.delete_image',
  method: 'DELETE',
  path: '/v2/stores/{store_id}/{image_id}',
  summary: 'Remove the bytes of an image from one of the stores that have them',
  rule: 'delete_image_location',
  on: found('image'),
  mayAsk: ['get_image_location'],
  replies: { 204: empty },
  errors: ['ImageNotFound', 'Conflict'],
})

/** Empty unless quotas are enforced. */
export const showUsage = operation({
  id: 'info.usage',
  method: 'GET',
  path: '/v2/info/usage',
  summary: 'Show how much of what is limited the project uses',
  on: anyone,
  replies: {
    200: view({
      usage: Type.Record(Type.String(), view({ usage: Type.Integer(), limit: Type.Integer() })),
    }),
  },
})
