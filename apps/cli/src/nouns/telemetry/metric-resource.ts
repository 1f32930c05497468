import { searchResources } from '@nimbo/contracts/telemetry/metric/aggregates'
import { showResourceType } from '@nimbo/contracts/telemetry/metric/resource-types'
import {
  createResource,
  deleteResource,
  deleteResources,
  listResources,
  showHistory,
  showResource,
  updateResource,
} from '@nimbo/contracts/telemetry/metric/resources'
import { CliError } from '../../cloud/cli-error.ts'
import { given, isRow, rowAt, textAt, without } from '../../cloud/json-values.ts'
import { inMetric, perform, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { does, shows } from '../../grammar/declared.ts'
import { also, flag, list } from '../../grammar/option.ts'
import { listOf, type Result, type Row } from '../../output/result.ts'
import { paging, pagingQuery, pairsCell, typeOption } from './metric-words.ts'

const service = 'metric'
const resource = one('<resource_id>', 'ID of a resource')
const query = one(
  '<query>',
  'Query that selects resources: attribute, operator and value, joined by and, or, not',
)

const first = [
  ...['id', 'type', 'project_id', 'user_id', 'original_resource_id'],
  ...['started_at', 'ended_at', 'revision_start', 'revision_end'],
]

/** The columns common to all resources, then those of the resource type. */
const listed = (rows: readonly Row[], withMetrics = false): Result => {
  const left = ['created_by_user_id', 'created_by_project_id', ...(withMetrics ? [] : ['metrics'])]
  const own = Object.keys(rows[0] ?? {}).filter((name) => !first.includes(name) && !left.includes(name))
  const columns = Object.fromEntries([...first, ...own].map((name) => [name, name]))
  const pairs = withMetrics ? { metrics: ({ metrics }: Row) => pairsCell(metrics) } : {}
  return listOf({ ...columns, ...pairs }, rows)
}

const shown = (row: Row): Row => ({ ...row, metrics: pairsCell(row.metrics) })

const attributes = also(
  list('<ATTRIBUTE>', "Name and value of an attribute separated with a ':' (repeatable)"),
  '-a',
)
const addMetric = also(
  list('<name:id>', 'Existing metric to add: its name in the resource and its ID (repeatable)'),
  '-m',
)
const createMetric = also(
  list('<name:archive_policy_name>', 'Metric to create: its name and archive policy (repeatable)'),
  '-n',
)

const split = (word: string): readonly [string, string] => {
  const colon = word.indexOf(':')
  return colon < 0 ? [word, ''] : [word.slice(0, colon), word.slice(colon + 1)]
}

const typedValue = (type: string, word: string): unknown => {
  if (type === 'number') return Number(word)
  if (type === 'bool') return /^(1|t|true|on|y|yes)$/i.test(word)
  return word
}

interface Said {
  readonly attribute: readonly string[]
  readonly addMetric: readonly string[]
  readonly createMetric: readonly string[]
}

/** The request body: attribute values converted to the types of the resource type, and metrics added to the existing ones. */
const members = async (session: Session, type: string, said: Said, has?: Row): Promise<Row> => {
  const declared = await perform(session, inMetric(showResourceType), { path: { name: type } })
  const types = rowAt(declared, 'attributes')
  const values = said.attribute.map(split).map(([name, word]): [string, unknown] => {
    const attribute = types[name]
    return [name, typedValue(isRow(attribute) ? textAt(attribute, 'type') : '', word)]
  })
  const metrics = {
    ...has,
    ...Object.fromEntries(said.addMetric.map(split)),
    ...Object.fromEntries(
      said.createMetric
        .map(split)
        .map(([name, policy]) => [name, policy === '' ? {} : { archive_policy_name: policy }]),
    ),
  }
  const isSaid = has !== undefined || Object.keys(metrics).length > 0
  return { ...Object.fromEntries(values), ...(isSaid && { metrics }) }
}

/** The resource's metrics without the deleted ones; undefined when no metric is added or deleted. */
const keptMetrics = async (
  session: Session,
  path: { readonly type: string; readonly resource_id: string },
  said: Said & { readonly deleteMetric: readonly string[] },
): Promise<Row | undefined> => {
  if (said.addMetric.length + said.createMetric.length + said.deleteMetric.length === 0) return undefined
  const metrics = rowAt(await perform(session, inMetric(showResource), { path }), 'metrics')
  const stranger = said.deleteMetric.find((name) => !(name in metrics))
  if (stranger !== undefined) throw new CliError(`Metric name ${stranger} not found`)
  return without(metrics, ...said.deleteMetric)
}

const readings = [
  command({
    words: 'metric resource list',
    summary: 'List resources',
    calls: [inMetric(listResources)],
    output: 'list',
    options: {
      ...{ type: typeOption, ...paging },
      details: flag('Show all attributes of generic resources'),
      history: flag('Show history of the resources'),
    },
    run: async (session, { type = 'generic', details, history, ...asked }) => {
      const flags = { details: details ? 'true' : undefined, history: history ? 'true' : undefined }
      const request = { path: { type }, query: given({ ...pagingQuery(asked), ...flags }) }
      return listed(await performAll(session, inMetric(listResources), request, asked.limit))
    },
  }),
  command({
    words: 'metric resource history',
    summary: 'Show the history of a resource',
    calls: [inMetric(showHistory)],
    output: 'list',
    positionals: { resource },
    options: { type: typeOption, ...paging, details: flag('Show all attributes of generic resources') },
    run: async (session, { resource: resource_id, type = 'generic', details, ...asked }) => {
      const request = {
        path: { type, resource_id },
        query: given({ ...pagingQuery(asked), details: details ? 'true' : undefined }),
      }
      return listed(await performAll(session, inMetric(showHistory), request, asked.limit), true)
    },
  }),
  command({
    words: 'metric resource search',
    summary: 'Search resources with specified query rules',
    calls: [inMetric(searchResources)],
    output: 'list',
    positionals: { query },
    options: {
      ...{ type: typeOption, ...paging },
      details: flag('Show all attributes of generic resources'),
      history: flag('Show history of the resources'),
    },
    run: async (session, { query: body, type = 'generic', details, history, ...asked }) => {
      const flags = { details: details ? 'true' : undefined, history: history ? 'true' : undefined }
      const request = { path: { type }, query: given({ ...pagingQuery(asked), ...flags }), body }
      return listed(await performAll(session, inMetric(searchResources), request, asked.limit))
    },
  }),
]

export const metricResourceCommands = [
  ...readings,
  shows({
    words: 'metric resource show',
    summary: 'Show a resource',
    ...{ service, operation: showResource },
    positionals: { resource },
    options: { type: typeOption },
    request: ({ resource: resource_id, type = 'generic' }) => ({ path: { type, resource_id } }),
    thing: shown,
  }),
  shows({
    words: 'metric resource create',
    summary: 'Create a resource',
    ...{ service, operation: createResource },
    positionals: { resource },
    options: { type: typeOption, attribute: attributes, addMetric, createMetric },
    request: async ({ resource: id, type = 'generic', ...said }, session) => ({
      path: { type },
      body: { id, ...(await members(session, type, said)) },
    }),
    thing: shown,
  }),
  shows({
    words: 'metric resource update',
    summary: 'Update a resource',
    ...{ service, operation: updateResource },
    positionals: { resource },
    options: {
      ...{ type: typeOption, attribute: attributes, addMetric, createMetric },
      deleteMetric: also(list('<DELETE_METRIC>', 'Name of a metric to delete (repeatable)'), '-d'),
    },
    request: async ({ resource: resource_id, type = 'generic', ...said }, session) => {
      const path = { type, resource_id }
      return { path, body: await members(session, type, said, await keptMetrics(session, path, said)) }
    },
    thing: shown,
  }),
  does({
    words: 'metric resource delete',
    summary: 'Delete a resource',
    ...{ service, operation: deleteResource },
    positionals: { resource },
    request: ({ resource: resource_id }) => ({ path: { type: 'generic', resource_id } }),
  }),
  shows({
    words: 'metric resource batch delete',
    summary: 'Delete a batch of resources based on attribute values',
    ...{ service, operation: deleteResources },
    positionals: { query },
    options: { type: typeOption },
    request: ({ query: filter, type = 'generic' }) => ({ path: { type }, query: { filter } }),
  }),
]
