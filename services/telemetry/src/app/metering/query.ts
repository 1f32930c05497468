import { type Expression, type SqlBool, sql } from 'kysely'
import { type Filter, FilterMistake, filterOf } from '../../domain/metric/resource-filter.ts'
import { errors } from '../../metering-errors.ts'

const invalid = (reason: string) => errors.Invalid({ reason })

type Columns = Readonly<Record<string, string>>

/** Names of fields, and the columns they stand for. */
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

const textOf = (value: unknown): string | number => {
  if (typeof value === 'string' || typeof value === 'number') return value
  throw invalid(`Invalid value: ${JSON.stringify(value)}`)
}

const signs = {
  ...{ '=': sql`=`, '!=': sql`<>`, '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=`, like: sql`like` },
}

/** A filter as a condition on those columns. Throws `Invalid`. */
export const conditionOf = (columns: Columns, filter: Filter): Expression<SqlBool> => {
  const inner = (operand: Filter) => conditionOf(columns, operand)
  switch (filter.kind) {
    case 'and':
      return sql<SqlBool>`(${sql.join(filter.operands.map(inner), sql` and `)})`
    case 'or':
      return sql<SqlBool>`(${sql.join(filter.operands.map(inner), sql` or `)})`
    case 'not':
      return sql<SqlBool>`(not ${inner(filter.operand)})`
    case 'in':
      return sql<SqlBool>`(${sql.ref(columnIn(columns, filter.name))} in (${sql.join(filter.values.map(textOf))}))`
    case 'compare':
      return sql<SqlBool>`(${sql.ref(columnIn(columns, filter.name))} ${signs[filter.operator]} ${textOf(filter.value)})`
  }
}

/** Throws `Invalid` for what is no filter. */
export const filterIn = (given: unknown): Filter => {
  try {
    return filterOf(given)
  } catch (error) {
    if (error instanceof FilterMistake) throw invalid(`Filter expression not valid: ${error.message}`)
    throw error
  }
}

/** Those of a project. */
export const ofProject = (projectId: string): Expression<SqlBool> => sql<SqlBool>`project_id = ${projectId}`

export const isColumn = (column: string, value: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = ${value}`
