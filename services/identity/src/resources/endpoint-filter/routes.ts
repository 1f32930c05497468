import * as operations from '@nimbo/contracts/identity/endpoint-filter'
import type { EndpointGroup } from '@nimbo/contracts/identity/endpoint-groups'
import { endpointView } from '../catalog/endpoint-view.ts'
import { handle } from '../../api/handle.ts'
import { wholeLinks, withSelf } from '../../api/links.ts'
import { projectViews } from '../project/view.ts'

const groupView =
  (base: string) =>
  (group: EndpointGroup): EndpointGroup & { links: { self: string } } =>
    withSelf(`${base}/v3/OS-EP-FILTER/endpoint_groups/${group.id}`, group)

const addEndpoint = handle(operations.tieEndpoint.add, async ({ app, found: { project_endpoint } }) => {
  await app.endpointFilter.tieEndpoint(project_endpoint.project.id, project_endpoint.endpoint.id)
})
const checkEndpoint = handle(operations.checkEndpoint, async ({ app, found: { project_endpoint } }) => {
  await app.endpointFilter.checkEndpoint(project_endpoint.project.id, project_endpoint.endpoint.id)
})
const showEndpoint = handle(operations.showEndpoint, async ({ app, found: { project_endpoint } }) => {
  await app.endpointFilter.checkEndpoint(project_endpoint.project.id, project_endpoint.endpoint.id)
})
const removeEndpoint = handle(operations.tieEndpoint.remove, async ({ app, found: { project_endpoint } }) => {
  await app.endpointFilter.untieEndpoint(project_endpoint.project.id, project_endpoint.endpoint.id)
})

const addGroup = handle(
  operations.tieEndpointGroup.add,
  async ({ app, found: { project_endpoint_group } }) => {
    const { project, group } = project_endpoint_group
    await app.endpointFilter.tieGroup(project.id, group.id)
  },
)
const showGroup = handle(
  operations.showTiedGroup,
  async ({ app, found: { project_endpoint_group }, base }) => {
    const { project, group } = project_endpoint_group
    await app.endpointFilter.checkGroup(project.id, group.id)
    const self = `${base}/v3/OS-EP-FILTER/endpoint_groups/${group.id}/projects/${project.id}`
    return { project_endpoint_group: withSelf(self, { endpoint_group_id: group.id, project_id: project.id }) }
  },
)
const checkGroup = handle(operations.checkTiedGroup, async ({ app, found: { project_endpoint_group } }) => {
  await app.endpointFilter.checkGroup(project_endpoint_group.project.id, project_endpoint_group.group.id)
})
const removeGroup = handle(operations.tieEndpointGroup.remove, async ({ app, found }) => {
  const { project, group } = found.project_endpoint_group
  await app.endpointFilter.untieGroup(project.id, group.id)
})

const endpointsOfProject = handle(operations.listEndpointsOfProject, async (call) => {
  const endpoints = await call.app.endpointFilter.endpointsOf(call.found.project.id)
  return { endpoints: endpoints.map(endpointView(call.base)), ...wholeLinks(call) }
})
const projectsOfEndpoint = handle(operations.listProjectsOfEndpoint, async (call) => {
  const projects = await call.app.endpointFilter.projectsOfEndpoint(call.found.endpoint.id)
  return { projects: await projectViews(call.app, call.base, projects), ...wholeLinks(call) }
})
const projectsOfGroup = handle(operations.listProjectsOfGroup, async (call) => {
  const projects = await call.app.endpointFilter.projectsOfGroup(call.found.endpoint_group.id)
  return { projects: await projectViews(call.app, call.base, projects), ...wholeLinks(call) }
})
const endpointsOfGroup = handle(operations.listEndpointsOfGroup, async (call) => {
  const endpoints = await call.app.endpointFilter.endpointsIn(call.found.endpoint_group)
  return { endpoints: endpoints.map(endpointView(call.base)), ...wholeLinks(call) }
})
const groupsOfProject = handle(operations.listGroupsOfProject, async (call) => {
  const groups = await call.app.endpointFilter.groupsOf(call.found.project.id)
  return { endpoint_groups: groups.map(groupView(call.base)), ...wholeLinks(call) }
})
const checkEndpointGroup = handle(operations.checkEndpointGroup, async () => {})

export const endpointFilterRoutes = [
  ...[addEndpoint, checkEndpoint, showEndpoint, removeEndpoint, endpointsOfProject, projectsOfEndpoint],
  ...[addGroup, showGroup, checkGroup, removeGroup, projectsOfGroup, endpointsOfGroup, groupsOfProject],
  checkEndpointGroup,
]
