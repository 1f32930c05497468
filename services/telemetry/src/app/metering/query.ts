import { type Expression, type SqlBool, sql } from 'kysely'
import { filterCondition, readFilterOf } from '../../db/filter-condition.ts'
import type { Filter } from '../../domain/metric/resource-filter.ts'
import { errors } from '../../metering-errors.ts'

const invalid = (reason: string) => errors.Invalid({ reason })

type Columns = Readonly<Record<string, string>>

/** Names of fields, with their columns. */
export const sampleColumns: Columns = {
  ...{ meter: 'meter', counter_name: 'meter', meter_name: 'meter', type: 'type', unit: 'unit', id: 'id' },
  ...{
    message_id: 'id',
    volume: 'volume',
    counter_volume: 'volume',
    source: 'source',
    timestamp: 'timestamp',
  },
  ...{ resource: 'resource_id', resource_id: 'resource_id', project: 'project_id', project_id: 'project_id' },
  ...{ user: 'user_id', user_id: 'user_id', recorded_at: 'recorded_at' },
}

export const eventColumns: Columns = {
  ...{ event_type: 'event_type', message_id: 'message_id', project_id: 'project_id', user_id: 'user_id' },
  ...{
    resource_id: 'resource_id',
    start_timestamp: 'generated',
    end_timestamp: 'generated',
    generated: 'generated',
  },
}

const columnIn = (columns: Columns, name: string): string => {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (column === undefined) throw invalid(`Unknown argument: "${name}": unrecognized field in query`)
  return column
}

const valueIn = (value: unknown, column: string): string | number => {
  const isText = typeof value === 'string' && value.trim() !== ''
  if (column === 'volume' && isText && Number.isFinite(Number(value))) return Number(value)
  if (typeof value === 'number' || (typeof value === 'string' && column !== 'volume')) return value
  throw invalid(`Invalid value: ${JSON.stringify(value)}`)
}

/** A filter as a condition on those columns. Throws `Invalid`. */
export const conditionOf = (columns: Columns, filter: Filter): Expression<SqlBool> =>
  filterCondition({
    columnOf: (name) => columnIn(columns, name),
    valueOf: valueIn,
  })(filter)

/** Reads a filter. Throws `Invalid`. */
export const filterIn = readFilterOf(invalid)

/** The condition for a project. */
export const ofProject = (projectId: string): Expression<SqlBool> => sql<SqlBool>`project_id = ${projectId}`

export const isColumn = (column: string, value: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = ${value}`
