import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { ChangedObject, namespacePath, ObjectBody, on, page, ShownObject } from './words.ts'

const all = `${namespacePath}/objects` as const
const one = `${namespacePath}/objects/{object_name}` as const
const errors = ['NamespaceNotFound', 'DefinitionNotFound']

export const listObjects = operation({
  id: 'metadef_objects.list',
  method: 'GET',
  path: all,
  summary: 'List the objects of a namespace',
  rule: 'get_metadef_objects',
  on,
  query: page,
  replies: {
    200: view({
      objects: Type.Array(ShownObject),
      schema: Type.String(),
      next: Type.Optional(Type.String()),
    }),
  },
  errors,
})

export const createObject = operation({
  id: 'metadef_objects.create',
  method: 'POST',
  path: all,
  summary: 'Create an object in a namespace',
  rule: 'add_metadef_object',
  on,
  body: ObjectBody,
  replies: { 201: ShownObject },
  errors: ['NamespaceNotFound', 'DefinitionExists'],
})

export const showObject = operation({
  id: 'metadef_objects.show',
  method: 'GET',
  path: one,
  summary: 'Show an object of a namespace',
  rule: 'get_metadef_object',
  on,
  replies: { 200: ShownObject },
  errors,
})

export const updateObject = operation({
  id: 'metadef_objects.update',
  method: 'PUT',
  path: one,
  summary: 'Change an object of a namespace',
  rule: 'modify_metadef_object',
  on,
  body: Type.Object({
    ...ObjectBody.properties,
    created_at: Type.Optional(Type.String()),
    updated_at: Type.Optional(Type.String()),
    self: Type.Optional(Type.String()),
    schema: Type.Optional(Type.String()),
  }),
  replies: { 200: ChangedObject },
  errors: [...errors, 'DefinitionExists'],
})

export const deleteObject = operation({
  id: 'metadef_objects.delete',
  method: 'DELETE',
  path: one,
  summary: 'Delete an object of a namespace',
  rule: 'delete_metadef_object',
  on,
  replies: { 204: empty },
  errors,
})

export const deleteObjects = operation({
  id: 'metadef_objects.delete_all',
  method: 'DELETE',
  path: all,
  summary: 'Delete all objects of a namespace',
  rule: 'delete_metadef_namespace',
  on,
  replies: { 204: empty },
  errors: ['NamespaceNotFound'],
})
