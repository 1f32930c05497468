import { listLoggableResources, logOperations } from '@nimbo/contracts/network/log'
import { findId, findOptionalId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { either, flag, oneOf, requiredText, text } from '../../grammar/option.ts'
import { networkLogKind, portKind, projectIn, projectOptions, securityGroupKind } from './network-kinds.ts'

const service = 'network'
const log = one('<network-log>', 'Network log (name or ID)')
const attributes = {
  description: text('<description>', 'Description of the network log'),
  enabled: either({ '--enable': true, '--disable': false }, 'Enable or disable this log'),
}

const columns = {
  Created: 'created_at',
  Description: 'description',
  Enabled: 'enabled',
  Event: 'event',
  ID: 'id',
  Name: 'name',
  Project: 'project_id',
  Resource: 'resource_id',
  Target: 'target_id',
  Type: 'resource_type',
  Updated: 'updated_at',
  revision_number: 'revision_number',
}

export const networkLogCommands = [
  shows({
    words: 'network log create',
    summary: 'Create a new network log',
    ...{ service, operation: logOperations.create, columns },
    positionals: { name: one('<name>', 'Name for the network log') },
    options: {
      ...attributes,
      resourceType: requiredText('<resource-type>', 'Type of the resource to log: security_group'),
      event: oneOf(['ALL', 'ACCEPT', 'DROP'], 'Events to log (default: ALL)'),
      resource: text('<resource>', 'Security group to log (name or ID; default: all)'),
      target: text('<target>', 'Port to log (name or ID; default: all)'),
      ...projectOptions,
    },
    request: async (
      { name, description, enabled, resourceType, event, resource, target, ...asked },
      session,
    ) => ({
      body: {
        log: given({
          ...{ name, description, enabled, event, resource_type: resourceType },
          resource_id: await findOptionalId(session, securityGroupKind, resource),
          target_id: await findOptionalId(session, portKind, target),
          project_id: await projectIn(session, asked),
        }),
      },
    }),
  }),
  lists({
    words: 'network log list',
    summary: 'List network logs',
    ...{ service, operation: logOperations.list },
    options: { long: flag('List additional fields in output') },
    columns: ({ long }) => ({
      ID: 'id',
      Enabled: 'enabled',
      Name: 'name',
      Type: 'resource_type',
      ...(long && {
        Project: 'project_id',
        Event: 'event',
        Resource: 'resource_id',
        Target: 'target_id',
        Description: 'description',
      }),
    }),
  }),
  shows({
    words: 'network log show',
    summary: 'Display network log details',
    ...{ service, operation: logOperations.show, columns },
    positionals: { log },
    request: async ({ log: called }, session) => ({
      path: { log_id: await findId(session, networkLogKind, called) },
    }),
  }),
  does({
    words: 'network log set',
    summary: 'Set network log properties',
    ...{ service, operation: logOperations.update },
    positionals: { log },
    options: { ...attributes, name: text('<name>', 'Name of the network log') },
    request: async ({ log: called, name, description, enabled }, session) => ({
      path: { log_id: await findId(session, networkLogKind, called) },
      body: { log: given({ name, description, enabled }) },
    }),
  }),
  deletes(
    'network log delete',
    'Delete network log(s)',
    networkLogKind,
    many('<network-log>', 'Network log(s) to delete (name or ID)'),
  ),
]

export const loggableResourcesCommands = [
  lists({
    words: 'network loggable resources list',
    summary: 'List supported loggable resources',
    ...{ service, operation: listLoggableResources },
    columns: { 'Supported types': 'type' },
  }),
]
