import { type Expression, type SqlBool, sql } from 'kysely'
import { type Condition, needsJudging } from '../../domain/server-list/condition.ts'
import { likeText } from '../../domain/server-list/text-pattern.ts'

const join = (parts: readonly Expression<SqlBool>[], word: 'and' | 'or'): Expression<SqlBool> => {
  if (parts.length === 0) return word === 'and' ? sql<SqlBool>`1 = 1` : sql<SqlBool>`1 = 0`
  return sql<SqlBool>`(${sql.join(parts, word === 'and' ? sql` and ` : sql` or `)})`
}

/**
 * A condition as SQL that works on every database. A part that SQL cannot evaluate is replaced by one that every
 * matching row passes; the rows are then filtered in memory.
 */
export const conditionSql = <Column extends string>(condition: Condition<Column>): Expression<SqlBool> => {
  if ('all' in condition) return join(condition.all.map(conditionSql), 'and')
  if ('any' in condition) return join(condition.any.map(conditionSql), 'or')
  if ('not' in condition && needsJudging(condition.not)) return join([], 'and')
  // In SQL the negation of null is null, but must be true here.
  if ('not' in condition) return sql<SqlBool>`not coalesce(${conditionSql(condition.not)}, 1 = 0)`
  const column = sql.ref(condition.column)
  if ('oneOf' in condition) {
    const named = condition.oneOf.filter((value) => value !== null)
    return join(
      [
        ...(named.length > 0 ? [sql<SqlBool>`${column} in (${sql.join(named)})`] : []),
        ...(condition.oneOf.includes(null) ? [sql<SqlBool>`${column} is null`] : []),
      ],
      'or',
    )
  }
  if ('matches' in condition) return sql<SqlBool>`${column} is not null`
  if ('like' in condition)
    return sql<SqlBool>`lower(${column}) like lower(${likeText(condition.like)}) escape '\\'`
  if ('atLeast' in condition) return sql<SqlBool>`${column} >= ${condition.atLeast}`
  return sql<SqlBool>`${column} <= ${condition.atMost}`
}
