import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { namespacePath, on, PropertyBody } from './words.ts'

const all = `${namespacePath}/properties` as const
const one = `${namespacePath}/properties/{property_name}` as const
const errors = ['NamespaceNotFound', 'DefinitionNotFound']

export const listProperties = operation({
  id: 'metadef_properties.list',
  method: 'GET',
  path: all,
  summary: 'List the properties of a namespace',
  rule: 'get_metadef_properties',
  on,
  replies: { 200: view({ properties: Type.Record(Type.String(), PropertyBody) }) },
  errors: ['NamespaceNotFound'],
})

export const createProperty = operation({
  id: 'metadef_properties.create',
  method: 'POST',
  path: all,
  summary: 'Create a property in a namespace',
  rule: 'add_metadef_property',
  on,
  body: PropertyBody,
  replies: { 201: PropertyBody },
  errors: ['NamespaceNotFound', 'DefinitionExists'],
})

/** With a resource type, the name includes that type's prefix. */
export const showProperty = operation({
  id: 'metadef_properties.show',
  method: 'GET',
  path: one,
  summary: 'Show a property of a namespace',
  rule: 'get_metadef_property',
  on,
  query: Type.Object({ resource_type: Type.Optional(Type.String()) }),
  replies: { 200: PropertyBody },
  errors,
})

export const updateProperty = operation({
  id: 'metadef_properties.update',
  method: 'PUT',
  path: one,
  summary: 'Change a property of a namespace',
  rule: 'modify_metadef_property',
  on,
  body: PropertyBody,
  replies: { 200: PropertyBody },
  errors: [...errors, 'DefinitionExists'],
})

export const deleteProperty = operation({
  id: 'metadef_properties.delete',
  method: 'DELETE',
  path: one,
  summary: 'Delete a property of a namespace',
  rule: 'remove_metadef_property',
  on,
  replies: { 204: empty },
  errors,
})

export const deleteProperties = operation({
  id: 'metadef_properties.delete_all',
  method: 'DELETE',
  path: all,
  summary: 'Delete all properties of a namespace',
  rule: 'delete_metadef_namespace',
  on,
  replies: { 204: empty },
  errors: ['NamespaceNotFound'],
})
