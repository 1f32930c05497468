import type { SortColumn } from '@nimbo/db/keyset'
import { type Expression, type SqlBool, sql } from 'kysely'
import { type Alarm, type Change, listAlarms, listChanges } from '../../db/alarming/alarms.ts'
import { filterCondition, readFilterOf } from '../../db/filter-condition.ts'
import type { Filter } from '../../domain/metric/resource-filter.ts'
import { errors } from '../../alarming-errors.ts'
import type { AlarmApp } from './alarm-app.ts'

const alarmColumns: Readonly<Record<string, string>> = {
  ...{ alarm_id: 'id', type: 'type', name: 'name', description: 'description', enabled: 'enabled' },
  ...{ user: 'user_id', user_id: 'user_id', project: 'project_id', project_id: 'project_id', state: 'state' },
  ...{ severity: 'severity', timestamp: 'timestamp', state_timestamp: 'state_timestamp' },
  ...{
    repeat_actions: 'repeat_actions',
    state_reason: 'state_reason',
    evaluate_timestamp: 'evaluate_timestamp',
  },
}

const changeColumns: Readonly<Record<string, string>> = {
  ...{ alarm_id: 'alarm_id', event_id: 'event_id', type: 'type', user: 'user_id', user_id: 'user_id' },
  ...{ project: 'project_id', project_id: 'project_id', on_behalf_of: 'on_behalf_of', severity: 'severity' },
  ...{ timestamp: 'timestamp', detail: 'detail' },
}

const invalid = (reason: string) => errors.Invalid({ reason })

const columnIn = (columns: Readonly<Record<string, string>>, name: string): string => {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (column === undefined) throw invalid(`Invalid input for field/attribute ${name}. No such field.`)
  return column
}

const flags = ['enabled', 'repeat_actions']

const valueIn = (value: unknown, column: string): string | number => {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number' || (typeof value === 'string' && !flags.includes(column))) return value
  throw invalid(`Invalid value: ${JSON.stringify(value)}`)
}

const conditionOf = (columns: Readonly<Record<string, string>>, filter: Filter): Expression<SqlBool> =>
  filterCondition({
    columnOf: (name) => columnIn(columns, name),
    valueOf: valueIn,
    requireOperator: (operator) => {
      if (operator === 'like') throw invalid(`operator ${operator} is not supported`)
    },
  })(filter)

const mostItems = 1000

/** What a list request asks for. */
export interface Asked {
  /** Limits the list to a project; undefined for all. */
  readonly projectId: string | undefined
  readonly filter: Filter | undefined
  readonly order: readonly (readonly [name: string, direction: 'asc' | 'desc'])[]
  readonly limit: number | undefined
}

const limitOf = (limit: number | undefined): number => Math.min(limit ?? mostItems, mostItems)

const orderOf = (
  columns: Readonly<Record<string, string>>,
  order: Asked['order'],
  last: SortColumn,
): readonly SortColumn[] => [
  ...order
    .map(([name, direction]): SortColumn => ({ column: columnIn(columns, name), direction, nullable: true }))
    .filter(({ column }) => column !== last.column),
  last,
]

export const findAlarms = async (
  { db }: Pick<AlarmApp, 'db'>,
  { projectId, filter, order, limit }: Asked,
  marker?: Alarm,
): Promise<Alarm[]> =>
  listAlarms(db, {
    conditions: [
      ...(projectId === undefined ? [] : [sql<SqlBool>`project_id = ${projectId}`]),
      ...(filter === undefined ? [] : [conditionOf(alarmColumns, filter)]),
    ],
    order: orderOf(alarmColumns, order, { column: 'id', direction: 'asc' }),
    after: marker,
    limit: limitOf(limit),
  })

/** The latest first unless another order is requested. */
export const findChanges = async (
  { db }: Pick<AlarmApp, 'db'>,
  { projectId, filter, order, limit }: Asked,
  alarmId?: string,
): Promise<Change[]> =>
  listChanges(db, {
    conditions: [
      ...(projectId === undefined ? [] : [sql<SqlBool>`on_behalf_of = ${projectId}`]),
      ...(alarmId === undefined ? [] : [sql<SqlBool>`alarm_id = ${alarmId}`]),
      ...(filter === undefined ? [] : [conditionOf(changeColumns, filter)]),
    ],
    order: orderOf(changeColumns, order, { column: 'position', direction: 'desc' }),
    limit: limitOf(limit),
  })

/** Reads a filter. Throws `Invalid`. */
export const filterIn = readFilterOf(invalid)
