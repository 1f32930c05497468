import { showCapabilities, showStatus } from '@nimbo/contracts/telemetry/metric/discovery'
import {
  createMetric,
  deleteMetric,
  listMetrics,
  showMetric,
} from '@nimbo/contracts/telemetry/metric/metrics'
import { deleteNamedMetric, showNamedMetric } from '@nimbo/contracts/telemetry/metric/resources'
import { forAll } from '../../cloud/delete-each.ts'
import { given, isRow, rowAt, textAt, without } from '../../cloud/json-values.ts'
import { inMetric, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one, optional } from '../../grammar/command.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { also, text } from '../../grammar/option.ts'
import { everyField, nothing, type Row } from '../../output/result.ts'
import { movedToRoot, ofResource, paging, pagingQuery } from './metric-words.ts'

const service = 'metric'
const metric = one('<metric>', 'ID or name of the metric')

const policyOf = (row: Row): unknown =>
  isRow(row.archive_policy) ? row.archive_policy.name : row.archive_policy_name

/** A metric for display: its archive policy by name, and its resource's members beside its own. */
const shown = (row: Row): Row => {
  const bare = without(row, 'archive_policy', 'archive_policy_name')
  const rest = without(bare, 'created_by_user_id', 'created_by_project_id')
  const whole = rest.resource === null ? { ...without(rest, 'resource'), 'resource/id': null } : rest
  return { ...movedToRoot(whole, 'resource'), 'archive_policy/name': policyOf(row) }
}

const ofType = (resource_id: string, name: string) => ({ type: 'generic', resource_id, name })

/** Reads a metric by its id, or by its name and resource. */
const found = (session: Session, called: string, resourceId: string | undefined): Promise<Row> =>
  resourceId === undefined
    ? perform(session, inMetric(showMetric), { path: { metric_id: called } })
    : perform(session, inMetric(showNamedMetric), { path: ofType(resourceId, called) })

const remove = (session: Session, called: string, resourceId: string | undefined): Promise<Row> =>
  resourceId === undefined
    ? perform(session, inMetric(deleteMetric), { path: { metric_id: called } })
    : perform(session, inMetric(deleteNamedMetric), { path: ofType(resourceId, called) })

export const metricCommands = [
  lists({
    words: 'metric list',
    summary: 'List metrics',
    ...{ service, operation: listMetrics, options: paging },
    request: (asked) => ({ query: given(pagingQuery(asked)) }),
    columns: {
      id: 'id',
      'archive_policy/name': policyOf,
      ...{ name: 'name', unit: 'unit', resource_id: 'resource_id' },
    },
  }),
  command({
    words: 'metric show',
    summary: 'Show a metric',
    calls: [inMetric(showMetric)],
    output: 'one',
    positionals: { metric },
    options: { resourceId: ofResource },
    run: async (session, { metric: called, resourceId }) =>
      everyField(shown(await found(session, called, resourceId))),
  }),
  shows({
    words: 'metric create',
    summary: 'Create a metric',
    ...{ service, operation: createMetric },
    positionals: { name: optional('METRIC_NAME', 'Name of the metric') },
    options: {
      resourceId: ofResource,
      archivePolicyName: also(text('<ARCHIVE_POLICY_NAME>', 'Name of the archive policy'), '-a'),
      unit: also(text('<UNIT>', 'Unit of the metric'), '-u'),
    },
    request: ({ name, resourceId, archivePolicyName, unit }) => ({
      body: given({ name, unit, resource_id: resourceId, archive_policy_name: archivePolicyName }),
    }),
    thing: shown,
  }),
  command({
    words: 'metric delete',
    summary: 'Delete a metric',
    calls: [inMetric(deleteMetric)],
    output: 'none',
    positionals: { metrics: many('<metric>', 'IDs or names of the metric') },
    options: { resourceId: ofResource },
    run: async (session, { metrics, resourceId }) => {
      await forAll(metrics, 'metric', 'delete', (each) => remove(session, each, resourceId))
      return nothing
    },
  }),
  shows({
    words: 'metric status',
    summary: 'Show the status of measurements processing',
    ...{ service, operation: showStatus },
    thing: (reply) => {
      const summary = rowAt(rowAt(reply, 'storage'), 'summary')
      return given({
        'storage/total number of measures to process': summary.measures,
        'storage/number of metric having measures to process': summary.metrics,
        'metricd/processors': isRow(reply.metricd) ? reply.metricd.processors : undefined,
      })
    },
  }),
  shows({
    words: 'metric capabilities list',
    summary: 'List the methods of aggregation',
    ...{ service, operation: showCapabilities },
    thing: (reply) => ({
      aggregation_methods: Array.isArray(reply.aggregation_methods)
        ? reply.aggregation_methods.join(', ')
        : textAt(reply, 'aggregation_methods'),
    }),
  }),
]
