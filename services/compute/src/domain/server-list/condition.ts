import type { TextExpression } from './text-expression.ts'
import { fits, type TextPattern } from './text-pattern.ts'

type Scalar = string | number | null

/** A condition on a row, as data: it is applied by the database, and in memory to servers without a cell. */
export type Condition<Column extends string> =
  | { readonly all: readonly Condition<Column>[] }
  | { readonly any: readonly Condition<Column>[] }
  | { readonly not: Condition<Column> }
  | { readonly column: Column; readonly oneOf: readonly Scalar[] }
  | { readonly column: Column; readonly like: TextPattern }
  | { readonly column: Column; readonly matches: TextExpression }
  | { readonly column: Column; readonly atLeast: string | number }
  | { readonly column: Column; readonly atMost: string | number }

/** Evaluates a condition in memory with SQL's semantics: comparisons with null are false. */
export const holds = <Column extends string>(
  condition: Condition<Column>,
  row: Readonly<Partial<Record<Column, unknown>>>,
): boolean => {
  if ('all' in condition) return condition.all.every((part) => holds(part, row))
  if ('any' in condition) return condition.any.some((part) => holds(part, row))
  if ('not' in condition) return !holds(condition.not, row)
  const value = (row[condition.column] ?? null) as Scalar
  if ('oneOf' in condition) return condition.oneOf.includes(value)
  if (value === null) return false
  if ('like' in condition) return fits(condition.like, String(value))
  if ('matches' in condition) return condition.matches.foundIn(String(value))
  if ('atLeast' in condition) return value >= condition.atLeast
  return value <= condition.atMost
}

/**
 * Whether SQL cannot evaluate a condition completely; then the query returns a superset that is filtered with {@link
 * holds}.
 */
export const needsJudging = <Column extends string>(condition: Condition<Column>): boolean => {
  if ('all' in condition) return condition.all.some(needsJudging)
  if ('any' in condition) return condition.any.some(needsJudging)
  if ('not' in condition) return needsJudging(condition.not)
  return 'matches' in condition
}
