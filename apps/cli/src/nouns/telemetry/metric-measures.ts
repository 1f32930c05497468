import { aggregateMetrics, aggregateResources } from '@nimbo/contracts/telemetry/metric/aggregates'
import { postBatch, postResourcesBatch } from '@nimbo/contracts/telemetry/metric/batches'
import { postMeasures, showMeasures } from '@nimbo/contracts/telemetry/metric/metrics'
import { postNamedMeasures, showNamedMeasures } from '@nimbo/contracts/telemetry/metric/resources'
import type { Operation } from '@nimbo/operation/operation'
import { text as readAll } from 'node:stream/consumers'
import { CliError } from '../../cloud/cli-error.ts'
import { given, isRow } from '../../cloud/json-values.ts'
import { inMetric, perform } from '../../cloud/perform.ts'
import { readText } from '../../cloud/read-text.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { also, decimal, flag, list, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { listOf, nothing, type Row } from '../../output/result.ts'
import { ofResource } from './metric-words.ts'

const metric = one('<metric>', 'ID or name of the metric')

const columns = { timestamp: 'timestamp', granularity: 'granularity', value: 'value' }

/** A measure as a row. */
export const pointRow = (point: unknown): Row => {
  const [timestamp, granularity, value] = Array.isArray(point) ? point : []
  return { timestamp, granularity, value }
}

const period = {
  start: text('<START>', 'Beginning of the period'),
  stop: text('<STOP>', 'End of the period'),
  granularity: text('<GRANULARITY>', 'Granularity to retrieve (default: all)'),
  aggregation: text('<AGGREGATION>', 'Aggregation to retrieve'),
  refresh: flag('Process pending measures before the response'),
  resample: text('<RESAMPLE>', 'Granularity to resample time-series to (in seconds)'),
  utc: flag('Accepted for compatibility; timestamps are always in UTC'),
}

/** Reads a list whose response is a bare JSON array. */
const pointsOf = async (session: Session, operation: Operation, request: object): Promise<readonly Row[]> => {
  const points: Row[] = []
  for await (const each of session.api.metric.performAll(operation, Number.MAX_SAFE_INTEGER, request))
    points.push(isRow(each) ? each : pointRow(each))
  return points
}

const show = command({
  words: 'metric measures show',
  summary: 'Get measurements of a metric',
  calls: [inMetric(showMeasures)],
  output: 'list',
  positionals: { metric },
  options: { resourceId: ofResource, ...period },
  run: async (session, { metric: called, resourceId, utc: _, refresh, ...asked }) => {
    const query = given({ ...asked, refresh: refresh ? 'true' : undefined })
    const points =
      resourceId === undefined
        ? await pointsOf(session, showMeasures, { path: { metric_id: called }, query })
        : await pointsOf(session, showNamedMeasures, {
            path: { type: 'generic', resource_id: resourceId, name: called },
            query,
          })
    return listOf(columns, points)
  },
})

/** Parses `2026-01-31T12:00:00@3.5`, `-1 hour@3`: timestamp and value. */
const measureIn = (word: string) => {
  const at = word.lastIndexOf('@')
  const value = Number(word.slice(at + 1))
  if (at < 1 || word.slice(at + 1).trim() === '' || Number.isNaN(value))
    throw new UsageError(`argument -m/--measure: invalid measure value: '${word}'`)
  return { timestamp: word.slice(0, at), value }
}

const add = command({
  words: 'metric measures add',
  summary: 'Add measurements to a metric',
  calls: [inMetric(postMeasures)],
  output: 'none',
  positionals: { metric },
  options: {
    resourceId: ofResource,
    measure: also(
      list('<MEASURE>', "Timestamp and value of a measure separated with a '@' (repeatable)"),
      '-m',
    ),
  },
  run: async (session, { metric: called, resourceId, measure }) => {
    if (measure.length === 0) throw new UsageError('the following arguments are required: --measure')
    const body = measure.map(measureIn)
    if (resourceId === undefined)
      await session.api.metric.call(postMeasures, { path: { metric_id: called }, body })
    else
      await session.api.metric.call(postNamedMeasures, {
        path: { type: 'generic', resource_id: resourceId, name: called },
        body,
      })
    return nothing
  },
})

const file = one('<file>', 'File with the measures as JSON, or - for stdin')

const jsonIn = async (session: Session, path: string): Promise<Row> => {
  const content = path === '-' ? await readAll(session.streams.stdin) : await readText(path)
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    throw new CliError(`${path} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
  if (!isRow(value)) throw new CliError(`${path} does not contain a JSON object with measures.`)
  return value
}

const batchMetrics = command({
  words: 'metric measures batch-metrics',
  summary: 'Add measurements to many metrics, by their IDs',
  calls: [inMetric(postBatch)],
  output: 'none',
  positionals: { file },
  run: async (session, asked) => {
    await perform(session, inMetric(postBatch), { body: await jsonIn(session, asked.file) })
    return nothing
  },
})

const batchResources = command({
  words: 'metric measures batch-resources-metrics',
  summary: 'Add measurements to many metrics, by their resources and names',
  calls: [inMetric(postResourcesBatch)],
  output: 'none',
  positionals: { file },
  options: { createMetrics: flag('Create metrics that do not exist yet') },
  run: async (session, { createMetrics, ...asked }) => {
    const query = createMetrics ? { create_metrics: 'true' } : {}
    await perform(session, inMetric(postResourcesBatch), { query, body: await jsonIn(session, asked.file) })
    return nothing
  },
})

const groupName = (group: unknown): string =>
  isRow(group)
    ? Object.keys(group)
        .toSorted()
        .map((key) => `${key}: ${group[key]}`)
        .join(', ')
    : ''

const groupRows = (groups: readonly Row[]): readonly Row[] =>
  groups.flatMap((each) => {
    const points = Array.isArray(each.measures) ? each.measures : []
    return points.map((point) => ({ group: groupName(each.group), ...pointRow(point) }))
  })

const aggregation = command({
  words: 'metric measures aggregation',
  summary: 'Get measurements of aggregated metrics',
  calls: [inMetric(aggregateMetrics)],
  output: 'list',
  options: {
    metric: also(
      list('<METRIC>', 'ID of a metric (repeatable), or with --query the name of the metrics'),
      '-m',
    ),
    ...period,
    reaggregation: text('<REAGGREGATION>', 'Aggregation method applied across the metrics'),
    neededOverlap: decimal(
      '<PERCENT>',
      'Percentage of the metrics that must have a point at a timestamp for it to count (default: 100)',
    ),
    query: text('<QUERY>', 'Query that selects the resources of the metrics'),
    resourceType: text('<RESOURCE_TYPE>', 'Resource type to query, generic by default'),
    groupby: list('<ATTRIBUTE>', 'Attribute to use to group resources (repeatable)'),
    fill: text('<FILL>', "Value for timestamps missing in some of the series: a number or 'null'"),
  },
  run: async (session, { metric: called, query: filter, resourceType = 'generic', groupby, ...asked }) => {
    const [name, ...others] = called
    if (name === undefined) throw new UsageError('the following arguments are required: --metric')
    const { utc: _, refresh, neededOverlap, ...rest } = asked
    const query = given({
      ...rest,
      refresh: refresh ? 'true' : undefined,
      needed_overlap: neededOverlap === undefined ? undefined : String(neededOverlap),
    })
    if (filter === undefined)
      return listOf(
        columns,
        await pointsOf(session, aggregateMetrics, { query: { ...query, metric: [...called] } }),
      )
    if (others.length > 0) throw new CliError('One metric is required if query is provided')
    const rows = await pointsOf(session, aggregateResources, {
      path: { type: resourceType, name },
      query: { ...query, ...(groupby.length > 0 && { groupby: [...groupby] }) },
      body: filter,
    })
    return groupby.length > 0
      ? listOf({ group: 'group', ...columns }, groupRows(rows))
      : listOf(columns, rows)
  },
})

export const metricMeasuresCommands = [show, add, batchMetrics, batchResources, aggregation]
