import {
  createLimits,
  deleteLimit,
  listLimits,
  showLimit,
  updateLimit,
} from '@nimbo/contracts/identity/limits'
import type { Kind } from '../../cloud/find.ts'
import { given, rowsAt } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, lists, shows } from '../../grammar/declared.ts'
import { integer, requiredText, text } from '../../grammar/option.ts'
import { findIn, findOptionalIn, projectKind } from './identity-kinds.ts'
import { neededNumber } from './registered-limit.ts'
import { serviceId } from './service.ts'

const service = 'identity'
const limitKind: Kind = {
  ...{ service, list: listLimits, show: showLimit, remove: deleteLimit, label: 'Limit' },
}

const optionalService = async (session: Session, called: string | undefined) =>
  called === undefined ? undefined : serviceId(session, called)

export const limitCommands = [
  shows({
    words: 'limit create',
    summary: 'Create a limit',
    ...{ service, operation: createLimits },
    positionals: { name: one('<resource-name>', 'Name of the resource to limit') },
    options: {
      description: text('<description>', 'Description of the limit'),
      region: text('<region>', 'Region the limit applies to (ID)'),
      project: requiredText('<project>', 'Project to limit (name or ID)'),
      service: requiredText('<service>', 'Service of the resource (name, type or ID)'),
      resourceLimit: integer('<resource-limit>', 'Limit of the resource in the project (required)'),
    },
    request: async ({ name, description, region, project, service: called, resourceLimit }, session) => ({
      body: {
        limits: [
          given({
            service_id: await serviceId(session, called),
            project_id: await findIn(session, projectKind, project, undefined),
            ...{ resource_name: name, description, region_id: region },
            resource_limit: neededNumber('--resource-limit', resourceLimit),
          }),
        ],
      },
    }),
    thing: (reply) => rowsAt(reply, 'limits')[0] ?? {},
  }),
  lists({
    words: 'limit list',
    summary: 'List limits',
    ...{ service, operation: listLimits },
    options: {
      service: text('<service>', 'List only limits of this service (name, type or ID)'),
      resourceName: text('<resource-name>', 'List only limits of this resource'),
      region: text('<region>', 'List only limits in this region'),
      project: text('<project>', 'List only limits of this project (name or ID)'),
    },
    request: async ({ service: called, resourceName, region, project }, session) => ({
      query: given({
        service_id: await optionalService(session, called),
        project_id: await findOptionalIn(session, projectKind, project, undefined),
        ...{ resource_name: resourceName, region_id: region },
      }),
    }),
    columns: {
      ...{ ID: 'id', 'Project ID': 'project_id', 'Service ID': 'service_id' },
      ...{ 'Resource Name': 'resource_name', 'Resource Limit': 'resource_limit' },
      ...{ Description: 'description', 'Region ID': 'region_id' },
    },
  }),
  shows({
    words: 'limit show',
    summary: 'Display limit details',
    ...{ service, operation: showLimit },
    positionals: { limit: one('<limit-id>', 'Limit to display (ID)') },
    request: ({ limit }) => ({ path: { limit_id: limit } }),
  }),
  shows({
    words: 'limit set',
    summary: 'Update information about a limit',
    ...{ service, operation: updateLimit },
    positionals: { limit: one('<limit-id>', 'Limit to update (ID)') },
    options: {
      description: text('<description>', 'Description of the limit'),
      resourceLimit: integer('<resource-limit>', 'New limit of the resource in the project'),
    },
    request: ({ limit, description, resourceLimit }) => ({
      path: { limit_id: limit },
      body: { limit: given({ description, resource_limit: resourceLimit }) },
    }),
  }),
  deletes('limit delete', 'Delete a limit', limitKind, many('<limit-id>', 'Limit to delete (ID)')),
]
