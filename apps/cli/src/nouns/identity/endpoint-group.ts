import {
  listGroupsOfProject,
  listProjectsOfGroup,
  tieEndpointGroup,
} from '@nimbo/contracts/identity/endpoint-filter'
import { endpointGroupOperations as operations } from '@nimbo/contracts/identity/endpoint-groups'
import { findId, type Kind } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { inIdentity, performAll } from '../../cloud/perform.ts'
import { readJsonFile, readOptionalJsonFile } from '../../cloud/read-json.ts'
import { command, many, one } from '../../grammar/command.ts'
import { deletes, does, shows } from '../../grammar/declared.ts'
import { text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { listOf } from '../../output/result.ts'
import { findIn, projectKind } from './identity-kinds.ts'

const service = 'identity'
const groupKind: Kind = {
  ...{ service, list: operations.list, show: operations.show, remove: operations.delete },
  ...{ label: 'Endpoint group', byName: (name: string) => ({ name }) },
}
const group = one('<endpoint-group>', 'Endpoint group (name or ID)')
const project = one('<project>', 'Project (name or ID)')
const projectDomain = text('<project-domain>', 'Domain the project belongs to (name or ID)')
const columns = { ID: 'id', Name: 'name', Description: 'description' }

export const endpointGroupCommands = [
  does({
    words: 'endpoint group add project',
    summary: 'Add a project to an endpoint group',
    ...{ service, operation: tieEndpointGroup.add },
    positionals: { group, project },
    options: { projectDomain },
    request: async ({ group: called, project: of, projectDomain: domain }, session) => ({
      path: {
        endpoint_group_id: await findId(session, groupKind, called),
        project_id: await findIn(session, projectKind, of, domain),
      },
    }),
  }),
  does({
    words: 'endpoint group remove project',
    summary: 'Remove project from endpoint group',
    ...{ service, operation: tieEndpointGroup.remove },
    positionals: { group, project },
    options: { projectDomain },
    request: async ({ group: called, project: of, projectDomain: domain }, session) => ({
      path: {
        endpoint_group_id: await findId(session, groupKind, called),
        project_id: await findIn(session, projectKind, of, domain),
      },
    }),
  }),
  shows({
    words: 'endpoint group create',
    summary: 'Create new endpoint group',
    ...{ service, operation: operations.create },
    positionals: {
      name: one('<name>', 'Name of the endpoint group'),
      filters: one('<filename>', 'JSON file with the filters that select the endpoints of the group'),
    },
    options: { description: text('<description>', 'Description of the endpoint group') },
    request: async ({ name, filters, description }) => ({
      body: { endpoint_group: given({ name, description, filters: await readJsonFile(filters) }) },
    }),
  }),
  command({
    words: 'endpoint group list',
    summary: 'List endpoint groups',
    calls: [inIdentity(operations.list)],
    output: 'list',
    options: {
      endpointgroup: text(
        '<endpoint-group>',
        'List the projects associated with this endpoint group (name or ID)',
      ),
      project: text('<project>', 'List the endpoint groups associated with this project (name or ID)'),
      domain: text('<domain>', 'Domain the project belongs to (name or ID)'),
    },
    run: async (session, { endpointgroup, project: of, domain }) => {
      if (endpointgroup !== undefined && of !== undefined)
        throw new UsageError('argument --project: not allowed with argument --endpointgroup')
      if (endpointgroup !== undefined) {
        const path = { endpoint_group_id: await findId(session, groupKind, endpointgroup) }
        return listOf(columns, await performAll(session, inIdentity(listProjectsOfGroup), { path }))
      }
      if (of === undefined) return listOf(columns, await performAll(session, inIdentity(operations.list)))
      const path = { project_id: await findIn(session, projectKind, of, domain) }
      return listOf(columns, await performAll(session, inIdentity(listGroupsOfProject), { path }))
    },
  }),
  shows({
    words: 'endpoint group show',
    summary: 'Display endpoint group details',
    ...{ service, operation: operations.show },
    positionals: { group },
    request: async ({ group: called }, session) => ({
      path: { endpoint_group_id: await findId(session, groupKind, called) },
    }),
  }),
  does({
    words: 'endpoint group set',
    summary: 'Set endpoint group properties',
    ...{ service, operation: operations.update },
    positionals: { group },
    options: {
      name: text('<name>', 'New name of the endpoint group'),
      filters: text('<filename>', 'JSON file with the filters that select the endpoints of the group'),
      description: text('<description>', 'New description of the endpoint group'),
    },
    request: async ({ group: called, name, filters, description }, session) => ({
      path: { endpoint_group_id: await findId(session, groupKind, called) },
      body: { endpoint_group: given({ name, description, filters: await readOptionalJsonFile(filters) }) },
    }),
  }),
  deletes(
    'endpoint group delete',
    'Delete endpoint group(s)',
    groupKind,
    many('<endpoint-group>', 'Endpoint group(s) to delete (name or ID)'),
  ),
]
