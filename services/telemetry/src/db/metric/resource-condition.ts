import { jsonText } from '@nimbo/db/json-text'
import { likePattern } from '@nimbo/db/like-pattern'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isoOf, parseInstant } from '../../domain/metric/instants.ts'
import { type Comparison, type Filter, FilterMistake } from '../../domain/metric/resource-filter.ts'
import { uuidOf } from '../../domain/metric/resource-id.ts'
import type { MetricDb } from './policies.ts'
import type { ResourceType } from './resource-types.ts'

/** The column or expression for a name in a filter, and the type its values are compared as. */
interface Term {
  readonly expression: RawBuilder<unknown>
  readonly kind: string
}

const texts = [
  ...['type', 'original_resource_id', 'user_id', 'project_id'],
  ...['created_by_user_id', 'created_by_project_id'],
]
const instants = ['started_at', 'ended_at', 'revision_start', 'revision_end']

const termOf = (db: MetricDb, type: ResourceType | undefined, name: string): Term => {
  if (name === 'id') return { expression: sql.ref('id'), kind: 'id' }
  if (texts.includes(name)) return { expression: sql.ref(name), kind: 'string' }
  if (instants.includes(name)) return { expression: sql.ref(name), kind: 'datetime' }
  if (name === 'creator')
    return { expression: sql`(created_by_user_id || ':' || created_by_project_id)`, kind: 'string' }
  const declared = type && Object.hasOwn(type.attributes, name) ? type.attributes[name] : undefined
  if (declared === undefined) throw new FilterMistake(`Attribute ${name} does not exist`)
  const json = jsonText(db, 'attributes', name)
  return declared.type === 'number'
    ? { expression: sql`cast(${json} as double precision)`, kind: 'number' }
    : { expression: json, kind: declared.type }
}

const compared = (kind: string, name: string, value: unknown): string | number => {
  const wrong = (): never => {
    throw new FilterMistake(`Invalid value for attribute ${name}: ${JSON.stringify(value)}`)
  }
  if (kind === 'number') return typeof value === 'number' ? value : wrong()
  if (kind === 'bool') return typeof value === 'boolean' ? String(value) : wrong()
  if (typeof value !== 'string' && typeof value !== 'number') return wrong()
  if (kind === 'datetime') {
    const instant = parseInstant(value, Date.now() * 1000)
    return instant === undefined ? wrong() : isoOf(instant)
  }
  return kind === 'id' || kind === 'uuid' ? (uuidOf(String(value)) ?? String(value)) : String(value)
}

const signs: Readonly<Record<Exclude<Comparison, 'like'>, RawBuilder<unknown>>> = {
  '=': sql`=`,
  '!=': sql`<>`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
}

/** A filter as an SQL condition on resources. Throws {@link FilterMistake} for names that the type does not have. */
export const conditionOf = (
  db: MetricDb,
  type: ResourceType | undefined,
  filter: Filter,
): Expression<SqlBool> => {
  const inner = (operand: Filter) => conditionOf(db, type, operand)
  switch (filter.kind) {
    case 'and':
      return sql<SqlBool>`(${sql.join(filter.operands.map(inner), sql` and `)})`
    case 'or':
      return sql<SqlBool>`(${sql.join(filter.operands.map(inner), sql` or `)})`
    case 'not':
      return sql<SqlBool>`(not ${inner(filter.operand)})`
    case 'in': {
      const { expression, kind } = termOf(db, type, filter.name)
      const values = filter.values.map((value) => compared(kind, filter.name, value))
      return sql<SqlBool>`(${expression} in (${sql.join(values)}))`
    }
    case 'compare': {
      const { operator, name, value } = filter
      const { expression, kind } = termOf(db, type, name)
      if (value === null) {
        if (operator === '=') return sql<SqlBool>`(${expression} is null)`
        if (operator === '!=') return sql<SqlBool>`(${expression} is not null)`
        throw new FilterMistake(`Attribute ${name} can be compared with null by = and != only`)
      }
      if (operator === 'like') return likePattern(expression, String(value))
      return sql<SqlBool>`(${expression} ${signs[operator]} ${compared(kind, name, value)})`
    }
  }
}
