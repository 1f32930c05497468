import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { Tags } from './projects.ts'
import { Self } from './words.ts'

const TagList = view({ tags: Type.Array(Type.String()), links: Self })
export type TagListView = Static<typeof TagList>

const path = '/v3/projects/{project_id}/tags'
const tag = '/v3/projects/{project_id}/tags/{tag}'
const on = found('project')
const errors = ['NotFound']

export const listTags = operation({
  id: 'project_tags.list',
  method: 'GET',
  path,
  summary: 'List the tags of a project',
  rule: 'identity:list_project_tags',
  on,
  replies: { 200: TagList },
  errors,
})

export const replaceTags = operation({
  id: 'project_tags.replace',
  method: 'PUT',
  path,
  summary: 'Replace the tags of a project',
  rule: 'identity:update_project_tags',
  on,
  body: Type.Object({ tags: Tags }),
  replies: { 200: TagList },
  errors: ['NotFound', 'Immutable'],
})

export const deleteTags = operation({
  id: 'project_tags.delete_all',
  method: 'DELETE',
  path,
  summary: 'Remove all tags from a project',
  rule: 'identity:delete_project_tags',
  on,
  replies: { 204: empty },
  errors: ['NotFound', 'Immutable'],
})

export const checkTag = operation({
  id: 'project_tags.check',
  method: 'GET',
  path: tag,
  summary: 'Check whether a project has a tag',
  rule: 'identity:get_project_tag',
  on,
  replies: { 204: empty },
  errors,
})

export const addTag = operation({
  id: 'project_tags.add',
  method: 'PUT',
  path: tag,
  summary: 'Add a tag to a project',
  rule: 'identity:create_project_tag',
  on,
  replies: { 201: empty },
  errors: ['NotFound', 'Immutable'],
})

export const deleteTag = operation({
  id: 'project_tags.delete',
  method: 'DELETE',
  path: tag,
  summary: 'Remove a tag from a project',
  rule: 'identity:delete_project_tag',
  on,
  replies: { 204: empty },
  errors: ['NotFound', 'Immutable'],
})
