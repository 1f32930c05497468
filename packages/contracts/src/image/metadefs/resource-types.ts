import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { AssociationBody, Name, namespacePath, on, ShownAssociation } from './words.ts'

const all = `${namespacePath}/resource_types` as const

export const listResourceTypes = operation({
  id: 'metadef_resource_types.list',
  method: 'GET',
  path: '/v2/metadefs/resource_types',
  summary: 'List the types of resources that definitions are of',
  rule: 'list_metadef_resource_types',
  on: ownProject,
  replies: {
    200: view({
      resource_types: Type.Array(view({ name: Name, created_at: Type.String(), updated_at: Type.String() })),
    }),
  },
})

export const listAssociations = operation({
  id: 'metadef_associations.list',
  method: 'GET',
  path: all,
  summary: 'List the types of resources that the definitions of a namespace are of',
  rule: 'get_metadef_resource_type',
  on,
  replies: { 200: view({ resource_type_associations: Type.Array(ShownAssociation) }) },
  errors: ['NamespaceNotFound'],
})

export const createAssociation = operation({
  id: 'metadef_associations.create',
  method: 'POST',
  path: all,
  summary: 'Say that the definitions of a namespace are of a type of resources',
  rule: 'add_metadef_resource_type_association',
  on,
  body: AssociationBody,
  replies: { 201: ShownAssociation },
  errors: ['NamespaceNotFound', 'AssociationExists'],
})

export const deleteAssociation = operation({
  id: 'metadef_associations.delete',
  method: 'DELETE',
  path: `${namespacePath}/resource_types/{name}`,
  summary: 'Say so no more',
  rule: 'remove_metadef_resource_type_association',
  on,
  replies: { 204: empty },
  errors: ['NamespaceNotFound', 'AssociationNotFound'],
})
