import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { Endpoint } from './endpoints.ts'
import { Project } from './projects.ts'
import { open, pageLinks, Self } from './words.ts'

const base = '/v3/OS-EP-FILTER'
const errors = ['NotFound']

const tie = <const What extends 'project_endpoint' | 'project_endpoint_group', const Path extends string>(
  what: What,
  path: Path,
  rules: { readonly add: string; readonly remove: string },
) => {
  const on = found(what)
  const words = what.replaceAll('_', ' ').replace('project ', '')
  return {
    add: operation({
      id: `${what}s.add`,
      method: 'PUT',
      path,
      summary: `Have an ${words} in the catalog of a project`,
      rule: `identity:${rules.add}`,
      on,
      replies: { 204: empty },
      errors,
    }),
    remove: operation({
      id: `${what}s.remove`,
      method: 'DELETE',
      path,
      summary: `Have an ${words} no more in the catalog of a project`,
      rule: `identity:${rules.remove}`,
      on,
      replies: { 204: empty },
      errors,
    }),
  }
}

const endpointPath = `${base}/projects/{project_id}/endpoints/{endpoint_id}` as const
const groupPath = `${base}/endpoint_groups/{endpoint_group_id}/projects/{project_id}` as const

export const tieEndpoint = tie('project_endpoint', endpointPath, {
  add: 'add_endpoint_to_project',
  remove: 'remove_endpoint_from_project',
})

const checkedEndpoint = {
  path: endpointPath,
  summary: 'Check whether an endpoint is in the catalog of a project',
  rule: 'identity:check_endpoint_in_project',
  on: found('project_endpoint'),
  replies: { 204: empty },
  errors,
} as const

export const checkEndpoint = operation({ ...checkedEndpoint, id: 'project_endpoints.check', method: 'HEAD' })
export const showEndpoint = operation({ ...checkedEndpoint, id: 'project_endpoints.show', method: 'GET' })

export const tieEndpointGroup = tie('project_endpoint_group', groupPath, {
  add: 'add_endpoint_group_to_project',
  remove: 'remove_endpoint_group_from_project',
})

export const showTiedGroup = operation({
  id: 'project_endpoint_groups.show',
  method: 'GET',
  path: groupPath,
  summary: 'Show that an endpoint group is in the catalog of a project',
  rule: 'identity:get_endpoint_group_in_project',
  on: found('project_endpoint_group'),
  replies: {
    200: view({
      project_endpoint_group: view({
        endpoint_group_id: Type.String(),
        project_id: Type.String(),
        links: Self,
      }),
    }),
  },
  errors,
})

export const checkTiedGroup = operation({
  id: 'project_endpoint_groups.check',
  method: 'HEAD',
  path: groupPath,
  summary: 'Check whether an endpoint group is in the catalog of a project',
  rule: 'identity:get_endpoint_group_in_project',
  on: found('project_endpoint_group'),
  replies: { 200: empty },
  errors,
})

export const listEndpointsOfProject = operation({
  id: 'project_endpoints.list',
  method: 'GET',
  path: `${base}/projects/{project_id}/endpoints`,
  summary: 'List the endpoints that were put in the catalog of a project, alone or by groups',
  rule: 'identity:list_endpoints_for_project',
  on: found('project'),
  replies: { 200: view({ endpoints: Type.Array(Endpoint), ...pageLinks }) },
  errors,
})

export const listProjectsOfEndpoint = operation({
  id: 'project_endpoints.list_projects',
  method: 'GET',
  path: `${base}/endpoints/{endpoint_id}/projects`,
  summary: 'List the projects in whose catalog an endpoint was put',
  rule: 'identity:list_projects_for_endpoint',
  on: found('endpoint'),
  replies: { 200: view({ projects: Type.Array(Project), ...pageLinks }) },
  errors,
})

export const listProjectsOfGroup = operation({
  id: 'project_endpoint_groups.list_projects',
  method: 'GET',
  path: `${base}/endpoint_groups/{endpoint_group_id}/projects`,
  summary: 'List the projects in whose catalog an endpoint group was put',
  rule: 'identity:list_projects_associated_with_endpoint_group',
  on: found('endpoint_group'),
  replies: { 200: view({ projects: Type.Array(Project), ...pageLinks }) },
  errors,
})

export const listEndpointsOfGroup = operation({
  id: 'endpoint_groups.list_endpoints',
  method: 'GET',
  path: `${base}/endpoint_groups/{endpoint_group_id}/endpoints`,
  summary: 'List the endpoints that are in a group',
  rule: 'identity:list_endpoints_associated_with_endpoint_group',
  on: found('endpoint_group'),
  replies: { 200: view({ endpoints: Type.Array(Endpoint), ...pageLinks }) },
  errors,
})

/** An embedded endpoint group. */
const Group = open({ id: Type.String(), name: Type.String(), links: Self })

export const listGroupsOfProject = operation({
  id: 'project_endpoint_groups.list',
  method: 'GET',
  path: `${base}/projects/{project_id}/endpoint_groups`,
  summary: 'List the endpoint groups that were put in the catalog of a project',
  rule: 'identity:list_endpoint_groups_for_project',
  on: found('project'),
  replies: { 200: view({ endpoint_groups: Type.Array(Group), ...pageLinks }) },
  errors,
})

/** HEAD for endpoint groups has the same headers. */
export const checkEndpointGroup = operation({
  id: 'endpoint_groups.check',
  method: 'HEAD',
  path: `${base}/endpoint_groups/{endpoint_group_id}`,
  summary: 'Check whether there is an endpoint group',
  rule: 'identity:get_endpoint_group',
  on: found('endpoint_group'),
  replies: { 200: empty },
  errors,
})
