import {
  createRegisteredLimits,
  deleteRegisteredLimit,
  listRegisteredLimits,
  showRegisteredLimit,
  updateRegisteredLimit,
} from '@nimbo/contracts/identity/registered-limits'
import type { Kind } from '../../cloud/find.ts'
import { given, rowsAt } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, lists, shows } from '../../grammar/declared.ts'
import { integer, requiredText, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { serviceId } from './service.ts'

const service = 'identity'
const registeredLimitKind: Kind = {
  ...{ service, list: listRegisteredLimits, show: showRegisteredLimit, remove: deleteRegisteredLimit },
  label: 'Registered limit',
}

/** Returns the value of a required numeric option; throws when it is missing. */
export const neededNumber = (name: string, value: number | undefined): number => {
  if (value === undefined) throw new UsageError(`the following arguments are required: ${name}`)
  return value
}

const optionalService = async (session: Session, called: string | undefined) =>
  called === undefined ? undefined : serviceId(session, called)

const some = {
  service: text('<service>', 'Service of the resource (name, type or ID)'),
  resourceName: text('<resource-name>', 'Name of the resource'),
  region: text('<region>', 'Region the limit applies to (ID)'),
}

export const registeredLimitCommands = [
  shows({
    words: 'registered limit create',
    summary: 'Create a registered limit',
    ...{ service, operation: createRegisteredLimits },
    positionals: { name: one('<resource-name>', 'Name of the resource to limit') },
    options: {
      description: text('<description>', 'Description of the registered limit'),
      region: text('<region>', 'Region the limit applies to (ID)'),
      service: requiredText('<service>', 'Service of the resource (name, type or ID)'),
      defaultLimit: integer(
        '<default-limit>',
        'Limit of the resource in projects without a limit of their own (required)',
      ),
    },
    request: async ({ name, description, region, service: called, defaultLimit }, session) => ({
      body: {
        registered_limits: [
          given({
            service_id: await serviceId(session, called),
            ...{ resource_name: name, description, region_id: region },
            default_limit: neededNumber('--default-limit', defaultLimit),
          }),
        ],
      },
    }),
    thing: (reply) => rowsAt(reply, 'registered_limits')[0] ?? {},
  }),
  lists({
    words: 'registered limit list',
    summary: 'List registered limits',
    ...{ service, operation: listRegisteredLimits, options: some },
    request: async ({ service: called, resourceName, region }, session) => ({
      query: given({
        service_id: await optionalService(session, called),
        ...{ resource_name: resourceName, region_id: region },
      }),
    }),
    columns: {
      ...{ ID: 'id', 'Service ID': 'service_id', 'Resource Name': 'resource_name' },
      ...{ 'Default Limit': 'default_limit', Description: 'description', 'Region ID': 'region_id' },
    },
  }),
  shows({
    words: 'registered limit show',
    summary: 'Display registered limit details',
    ...{ service, operation: showRegisteredLimit },
    positionals: { limit: one('<registered-limit-id>', 'Registered limit to display (ID)') },
    request: ({ limit }) => ({ path: { registered_limit_id: limit } }),
  }),
  shows({
    words: 'registered limit set',
    summary: 'Update information about a registered limit',
    ...{ service, operation: updateRegisteredLimit },
    positionals: { limit: one('<registered-limit-id>', 'Registered limit to update (ID)') },
    options: {
      ...some,
      defaultLimit: integer(
        '<default-limit>',
        'Limit of the resource in projects without a limit of their own',
      ),
      description: text('<description>', 'Description of the registered limit'),
    },
    request: async (asked, session) => ({
      path: { registered_limit_id: asked.limit },
      body: {
        registered_limit: given({
          service_id: await optionalService(session, asked.service),
          ...{ resource_name: asked.resourceName, region_id: asked.region },
          ...{ default_limit: asked.defaultLimit, description: asked.description },
        }),
      },
    }),
  }),
  deletes(
    'registered limit delete',
    'Delete a registered limit',
    registeredLimitKind,
    many('<registered-limit-id>', 'Registered limit to delete (ID)'),
  ),
]
