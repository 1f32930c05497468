import { likePattern } from '@nimbo/db/like-pattern'
import { type Expression, type SqlBool, sql } from 'kysely'
import { type Filter, FilterMistake, filterOf } from '../domain/metric/resource-filter.ts'

const signs = { '=': sql`=`, '!=': sql`<>`, '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` }

/** How an API maps the names, values and operators of a filter; each function throws that API's error for an unknown one. */
interface FilterWords {
  columnOf(name: string): string
  /** The value to compare a column with. */
  valueOf(value: unknown, column: string): string | number
  /** Throws for an operator that the API does not support. */
  requireOperator?(operator: string): void
}

/** A filter as an SQL condition. */
export const filterCondition =
  (words: FilterWords) =>
  (filter: Filter): Expression<SqlBool> => {
    const inner = filterCondition(words)
    const column = (name: string) => sql.ref(words.columnOf(name))
    const valueFor = (name: string, value: unknown) => words.valueOf(value, words.columnOf(name))
    switch (filter.kind) {
      case 'and':
        return sql<SqlBool>`(${sql.join(filter.operands.map(inner), sql` and `)})`
      case 'or':
        return sql<SqlBool>`(${sql.join(filter.operands.map(inner), sql` or `)})`
      case 'not':
        return sql<SqlBool>`(not ${inner(filter.operand)})`
      case 'in':
        return sql<SqlBool>`(${column(filter.name)} in (${sql.join(filter.values.map((value) => valueFor(filter.name, value)))}))`
      case 'compare': {
        words.requireOperator?.(filter.operator)
        const value = valueFor(filter.name, filter.value)
        if (filter.operator === 'like') return likePattern(column(filter.name), String(value))
        return sql<SqlBool>`(${column(filter.name)} ${signs[filter.operator]} ${value})`
      }
    }
  }

/** Returns a function that reads a filter from a request. */
export const readFilterOf =
  (invalid: (reason: string) => Error) =>
  (given: unknown): Filter => {
    try {
      return filterOf(given)
    } catch (error) {
      if (error instanceof FilterMistake) throw invalid(`Filter expression not valid: ${error.message}`)
      throw error
    }
  }
