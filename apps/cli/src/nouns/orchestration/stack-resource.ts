import {
  listResources,
  markUnhealthy,
  showResource,
  showResourceMetadata,
  signalResource,
} from '@nimbo/contracts/orchestration/resources'
import { CliError } from '../../cloud/cli-error.ts'
import { given, isRow } from '../../cloud/json-values.ts'
import { readText } from '../../cloud/read-text.ts'
import { one, optional } from '../../grammar/command.ts'
import { does, lists, shows } from '../../grammar/declared.ts'
import { also, flag, integer, list, text } from '../../grammar/option.ts'
import type { Row } from '../../output/result.ts'
import { stackName, stackPath } from './stack-path.ts'
import { pairsIn } from './stack-request.ts'
import { stackOfEvent } from './event-line.ts'

const service = 'orchestration'
const resource = one('<resource>', 'Name of the resource')

/** The data of a signal: a JSON object, given directly or in a file. */
const signalData = async (data: string | undefined, file: string | undefined): Promise<Row> => {
  if (data !== undefined && file !== undefined)
    throw new CliError('Should only specify one of data or data-file')
  const written = file === undefined ? data : await readText(file)
  if (written === undefined) return {}
  let value: unknown
  try {
    value = JSON.parse(written)
  } catch (error) {
    throw new CliError(`Data should be in JSON format: ${error instanceof Error ? error.message : error}`)
  }
  if (!isRow(value)) throw new CliError('Data should be a JSON dict')
  return value
}

export const stackResourceCommands = [
  lists({
    words: 'stack resource list',
    summary: 'List stack resources',
    ...{ service, operation: listResources },
    positionals: { stack: stackName },
    options: {
      long: flag('Also show the stack of each resource'),
      nestedDepth: also(
        integer('<nested-depth>', 'Depth of nested stacks from which to display resources'),
        '-n',
      ),
      filter: list(
        '<key=value>',
        'Filter by name, status, type, action, id or physical_resource_id (repeatable)',
      ),
    },
    request: async ({ stack, long, nestedDepth, filter }, session) => ({
      path: await stackPath(session, stack),
      query: given({
        ...pairsIn(filter),
        nested_depth: nestedDepth === undefined ? undefined : String(nestedDepth),
        with_detail: long ? 'True' : undefined,
      }),
    }),
    columns: ({ long, nestedDepth }) => ({
      resource_name: 'resource_name',
      physical_resource_id: 'physical_resource_id',
      resource_type: 'resource_type',
      resource_status: 'resource_status',
      updated_time: 'updated_time',
      ...((long || nestedDepth !== undefined) && { stack_name: stackOfEvent }),
    }),
  }),
  shows({
    words: 'stack resource show',
    summary: 'Display stack resource',
    ...{ service, operation: showResource },
    positionals: { stack: stackName, resource },
    options: { withAttr: list('<attribute>', 'Additional attribute to show (repeatable)') },
    request: async ({ stack, resource: resource_name, withAttr }, session) => ({
      path: { ...(await stackPath(session, stack)), resource_name },
      query: withAttr.length > 0 ? { with_attr: withAttr.join(',') } : {},
    }),
    // Links are kept, since they lead to nested stacks.
    thing: (reply) => ({ ...(isRow(reply.resource) ? reply.resource : {}) }),
  }),
  shows({
    words: 'stack resource metadata',
    summary: 'Show resource metadata',
    defaultFormat: 'json',
    ...{ service, operation: showResourceMetadata },
    positionals: { stack: stackName, resource },
    request: async ({ stack, resource: resource_name }, session) => ({
      path: { ...(await stackPath(session, stack)), resource_name },
    }),
    thing: (reply) => reply,
  }),
  does({
    words: 'stack resource signal',
    summary: 'Signal a resource with optional data',
    ...{ service, operation: signalResource },
    positionals: { stack: stackName, resource },
    options: {
      data: text('<data>', 'JSON data to send to the signal handler'),
      dataFile: text('<data-file>', 'File containing JSON data to send to the signal handler'),
    },
    request: async ({ stack, resource: resource_name, data, dataFile }, session) => ({
      path: { ...(await stackPath(session, stack)), resource_name },
      body: await signalData(data, dataFile),
    }),
  }),
  does({
    words: 'stack resource mark unhealthy',
    summary: "Set resource's health",
    ...{ service, operation: markUnhealthy },
    positionals: {
      stack: stackName,
      resource,
      reason: optional('<reason>', 'Reason for the change of state'),
    },
    options: { reset: flag('Mark the resource as healthy instead') },
    request: async ({ stack, resource: resource_name, reason, reset }, session) => ({
      path: { ...(await stackPath(session, stack)), resource_name },
      body: { mark_unhealthy: !reset, resource_status_reason: reason ?? '' },
    }),
  }),
]
