import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { ListedTag, namespacePath, on, page, ShownTag, TagBody } from './words.ts'

const all = `${namespacePath}/tags` as const
const one = `${namespacePath}/tags/{tag_name}` as const
const errors = ['NamespaceNotFound', 'DefinitionNotFound']

export const listTags = operation({
  id: 'metadef_tags.list',
  method: 'GET',
  path: all,
  summary: 'List the tags of a namespace',
  rule: 'get_metadef_tags',
  on,
  query: page,
  replies: {
    200: view({
      tags: Type.Array(ListedTag),
      next: Type.Optional(Type.String()),
    }),
  },
  errors,
})

/** Replaces existing tags, unless the header X-Openstack-Append is set. */
export const createTags = operation({
  id: 'metadef_tags.create_many',
  method: 'POST',
  path: all,
  summary: 'Create many tags in a namespace',
  rule: 'add_metadef_tags',
  on,
  body: Type.Object({ tags: Type.Array(TagBody, { maxItems: 1000 }) }),
  replies: { 201: view({ tags: Type.Array(ListedTag) }) },
  errors: ['NamespaceNotFound', 'DefinitionExists'],
})

export const createTag = operation({
  id: 'metadef_tags.create',
  method: 'POST',
  path: one,
  summary: 'Create a tag in a namespace',
  rule: 'add_metadef_tag',
  on,
  replies: { 201: ShownTag },
  errors: ['NamespaceNotFound', 'DefinitionExists'],
})

export const showTag = operation({
  id: 'metadef_tags.show',
  method: 'GET',
  path: one,
  summary: 'Show a tag of a namespace',
  rule: 'get_metadef_tag',
  on,
  replies: { 200: ShownTag },
  errors,
})

export const updateTag = operation({
  id: 'metadef_tags.update',
  method: 'PUT',
  path: one,
  summary: 'Rename a tag of a namespace',
  rule: 'modify_metadef_tag',
  on,
  body: Type.Object(TagBody.properties),
  replies: { 200: ShownTag },
  errors: [...errors, 'DefinitionExists'],
})

export const deleteTag = operation({
  id: 'metadef_tags.delete',
  method: 'DELETE',
  path: one,
  summary: 'Delete a tag of a namespace',
  rule: 'delete_metadef_tag',
  on,
  replies: { 204: empty },
  errors,
})

export const deleteTags = operation({
  id: 'metadef_tags.delete_all',
  method: 'DELETE',
  path: all,
  summary: 'Delete all tags of a namespace',
  rule: 'delete_metadef_tags',
  on,
  replies: { 204: empty },
  errors: ['NamespaceNotFound'],
})
