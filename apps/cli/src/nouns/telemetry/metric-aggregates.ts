import { aggregate } from '@nimbo/contracts/telemetry/metric/aggregates'
import { given, isRow, rowAt } from '../../cloud/json-values.ts'
import { inMetric, perform } from '../../cloud/perform.ts'
import { command, one, optional } from '../../grammar/command.ts'
import { decimal, list, text } from '../../grammar/option.ts'
import { listOf, type Row } from '../../output/result.ts'
import { pointRow } from './metric-measures.ts'

/** Flattens nested series to rows, each with the path of names to it: `id/mean`. */
const rowsIn = (measures: Row, above: readonly string[] = []): readonly Row[] =>
  Object.entries(measures).flatMap(([key, value]) => {
    const names = [...above, key]
    if (Array.isArray(value)) return value.map((point) => ({ name: names.join('/'), ...pointRow(point) }))
    return isRow(value) ? rowsIn(value, names) : []
  })

const columns = { name: 'name', timestamp: 'timestamp', granularity: 'granularity', value: 'value' }

const groupName = (group: Row): string =>
  Object.keys(group)
    .toSorted()
    .map((key) => `${key}: ${group[key]}`)
    .join(', ')

export const metricAggregatesCommands = [
  command({
    words: 'metric aggregates',
    summary: 'Get measurements of aggregated metrics',
    calls: [inMetric(aggregate)],
    output: 'list',
    positionals: {
      operations: one('<operations>', 'Operations to apply to time series'),
      search: optional(
        '<search>',
        'Query that selects the resources of the metrics: attribute, operator and value',
      ),
    },
    options: {
      resourceType: text('<RESOURCE_TYPE>', 'Resource type to query, generic by default'),
      start: text('<START>', 'Beginning of the period'),
      stop: text('<STOP>', 'End of the period'),
      granularity: text('<GRANULARITY>', 'Granularity to retrieve (default: all)'),
      neededOverlap: decimal(
        '<PERCENT>',
        'Percentage of the metrics that must have a point at a timestamp for it to count (default: 100)',
      ),
      groupby: list('<ATTRIBUTE>', 'Attribute to use to group resources (repeatable)'),
      fill: text('<FILL>', "Value for timestamps missing in some of the series: a number or 'null'"),
    },
    run: async (session, { operations, search, resourceType = 'generic', groupby, ...asked }) => {
      const { neededOverlap, ...rest } = asked
      const isGrouped = search !== undefined && groupby.length > 0
      const query = given({
        ...rest,
        needed_overlap: neededOverlap === undefined ? undefined : String(neededOverlap),
        groupby: isGrouped ? [...groupby] : undefined,
      })
      const body = { operations, ...(search !== undefined && { search, resource_type: resourceType }) }
      if (!isGrouped) {
        const reply = await perform(session, inMetric(aggregate), { query, body })
        return listOf(columns, rowsIn(rowAt(reply, 'measures')))
      }
      const { body: groups } = await session.api.metric.perform(aggregate, { query, body })
      const rows = (Array.isArray(groups) ? groups.filter(isRow) : []).flatMap((each) =>
        rowsIn(rowAt(rowAt(each, 'measures'), 'measures')).map((row) => ({
          group: groupName(rowAt(each, 'group')),
          ...row,
        })),
      )
      return listOf({ group: 'group', ...columns }, rows)
    },
  }),
]
