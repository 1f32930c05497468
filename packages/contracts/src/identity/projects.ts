import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, given } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import {
  changes,
  Description,
  Flag,
  Id,
  OptionalId,
  Options,
  open,
  pagedQuery,
  pageLinks,
  ProjectName,
  query,
  ResourceOptions,
  Self,
  text,
} from './words.ts'

const project = {
  id: Type.String(),
  name: Type.String(),
  domain_id: nullable(Type.String()),
  parent_id: nullable(Type.String()),
  is_domain: Type.Boolean(),
  enabled: Type.Boolean(),
  description: Type.String(),
  options: Options,
  tags: Type.Array(Type.String()),
  links: Self,
}

export const Project = open(project)
export type ProjectView = Static<typeof Project>

/** Projects as a list, or their ids as a tree. */
const Relatives = Type.Optional(
  nullable(Type.Union([Type.Array(view({ project: Project })), Type.Record(Type.String(), Type.Unknown())])),
)
const ProjectWithRelatives = open({ ...project, parents: Relatives, subtree: Relatives })
export type RelativesView = Pick<Static<typeof ProjectWithRelatives>, 'parents' | 'subtree'>

export const Tag = Type.String({ minLength: 1, maxLength: 255, pattern: '^[^,/]*$' })
export const Tags = Type.Array(Tag, { maxItems: 80, uniqueItems: true })

const changeable = {
  description: Description,
  enabled: Flag,
  options: ResourceOptions,
  tags: Type.Optional(Tags),
}
const path = '/v3/projects/{project_id}'
const on = found('project')
const errors = ['NotFound']

/** A domain-scoped token lists its own domain's projects. */
export const listProjects = operation({
  id: 'projects.list',
  method: 'GET',
  path: '/v3/projects',
  summary: 'List projects',
  rule: 'identity:list_projects',
  on: given,
  query: pagedQuery({
    ...{ id: text, name: text, domain_id: text, parent_id: text, enabled: text, is_domain: text },
    ...{ tags: text, 'tags-any': text, 'not-tags': text, 'not-tags-any': text },
  }),
  replies: { 200: view({ projects: Type.Array(Project), ...pageLinks }) },
})

/** A project that acts as a domain is a domain. */
export const createProject = operation({
  id: 'projects.create',
  method: 'POST',
  path: '/v3/projects',
  summary: 'Create a project',
  rule: 'identity:create_project',
  on: given,
  mayAsk: ['identity:create_domain'],
  body: Type.Object({
    project: open({
      ...changeable,
      name: ProjectName,
      domain_id: OptionalId,
      parent_id: OptionalId,
      is_domain: Flag,
    }),
  }),
  replies: { 201: view({ project: Project }) },
  errors: ['NotFound', 'DuplicateProject'],
})

export const showProject = operation({
  id: 'projects.show',
  method: 'GET',
  path,
  summary: 'Show a project, and the projects above and below it',
  rule: 'identity:get_project',
  on,
  query: query({
    parents_as_list: text,
    parents_as_ids: text,
    subtree_as_list: text,
    subtree_as_ids: text,
  }),
  replies: { 200: view({ project: ProjectWithRelatives }) },
  errors,
})

export const updateProject = operation({
  id: 'projects.update',
  method: 'PATCH',
  path,
  summary: 'Change a project',
  rule: 'identity:update_project',
  on,
  body: Type.Object({
    project: changes({
      ...changeable,
      name: Type.Optional(ProjectName),
      domain_id: Type.Optional(Id),
      parent_id: Type.Optional(nullable(Id)),
      is_domain: Type.Optional(Type.Boolean()),
    }),
  }),
  replies: { 200: view({ project: Project }) },
  errors: ['NotFound', 'DuplicateProject', 'Immutable'],
})

export const deleteProject = operation({
  id: 'projects.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a project',
  rule: 'identity:delete_project',
  on,
  query: query({ cascade: text }),
  replies: { 204: empty },
  errors: ['NotFound', 'Immutable'],
})
