import { empty, exact, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import {
  AssociationBody,
  Description,
  Name,
  namespacePath as path,
  ObjectBody,
  on,
  Properties,
  ShownAssociation,
  ShownObject,
  ListedTag,
  TagBody,
  Visibility,
  visibilities,
} from './words.ts'

const given = {
  namespace: Name,
  display_name: Type.Optional(nullable(Type.String({ maxLength: 80 }))),
  description: Description,
  visibility: Type.Optional(Visibility),
  protected: Type.Optional(Type.Boolean()),
  owner: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
}

/** Read-only attributes that clients send back in updates. */
const ignored = {
  created_at: Type.Optional(Type.String()),
  updated_at: Type.Optional(Type.String()),
  self: Type.Optional(Type.String()),
  schema: Type.Optional(Type.String()),
}

const NamespaceBody = Type.Object({ ...given, ...ignored }, exact)
export type NamespaceBody = Static<typeof NamespaceBody>

/** What a new namespace can hold from the start; the reply shows it as it was sent. */
const contents = {
  resource_type_associations: Type.Optional(Type.Array(AssociationBody)),
  objects: Type.Optional(Type.Array(ObjectBody)),
  properties: Type.Optional(Properties),
  tags: Type.Optional(Type.Array(TagBody)),
}
const Contents = Type.Object(contents)
export type NamespaceContents = Static<typeof Contents>

const shown = {
  ...given,
  visibility: Visibility,
  protected: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.String(),
  self: Type.String(),
  schema: Type.String(),
}
const NewNamespace = view({ ...shown, ...contents })

/** A namespace in replies. */
export const Namespace = view({
  ...shown,
  resource_type_associations: Type.Optional(Type.Array(ShownAssociation)),
  objects: Type.Optional(Type.Array(ShownObject)),
  properties: Type.Optional(Properties),
  tags: Type.Optional(Type.Array(ListedTag)),
})
export type NamespaceView = Static<typeof Namespace>

export const listNamespaces = operation({
  id: 'metadef_namespaces.list',
  method: 'GET',
  path: '/v2/metadefs/namespaces',
  summary: 'List namespaces of metadata definitions',
  rule: 'get_metadef_namespaces',
  on: ownProject,
  query: Type.Object({
    limit: Type.Optional(Type.String()),
    marker: Type.Optional(Type.String()),
    visibility: Type.Optional(oneOf(visibilities)),
    resource_types: Type.Optional(Type.String()),
    sort_key: Type.Optional(oneOf(['namespace', 'created_at', 'updated_at'])),
    sort_dir: Type.Optional(oneOf(['asc', 'desc'])),
  }),
  replies: {
    200: view({
      namespaces: Type.Array(Namespace),
      first: Type.String(),
      schema: Type.String(),
      next: Type.Optional(Type.String()),
    }),
  },
})

/** A namespace can be created with its content. */
export const createNamespace = operation({
  id: 'metadef_namespaces.create',
  method: 'POST',
  path: '/v2/metadefs/namespaces',
  summary: 'Create a namespace of metadata definitions',
  rule: 'add_metadef_namespace',
  on: ownProject,
  body: Type.Object({ ...given, ...ignored, ...contents }, exact),
  replies: { 201: NewNamespace },
  errors: ['NamespaceExists'],
})

export const showNamespace = operation({
  id: 'metadef_namespaces.show',
  method: 'GET',
  path,
  summary: 'Show a namespace of metadata definitions with all that lies in it',
  rule: 'get_metadef_namespace',
  on,
  query: Type.Object({ resource_type: Type.Optional(Type.String()) }),
  replies: { 200: Namespace },
  errors: ['NamespaceNotFound'],
})

export const updateNamespace = operation({
  id: 'metadef_namespaces.update',
  method: 'PUT',
  path,
  summary: 'Change a namespace of metadata definitions',
  rule: 'modify_metadef_namespace',
  on,
  body: NamespaceBody,
  replies: { 200: Namespace },
  errors: ['NamespaceNotFound', 'NamespaceExists'],
})

export const deleteNamespace = operation({
  id: 'metadef_namespaces.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a namespace of metadata definitions with all that lies in it',
  rule: 'delete_metadef_namespace',
  on,
  replies: { 204: empty },
  errors: ['NamespaceNotFound'],
})
