import type { TextExpression } from './text-expression.ts'
import { fits, type TextPattern } from './text-pattern.ts'

type Scalar = string | number | null

/** A condition on a row, as data: the database and the servers that are in none yet are asked the same. */
export type Condition<Column extends string> =
  | { readonly all: readonly Condition<Column>[] }
  | { readonly any: readonly Condition<Column>[] }
  | { readonly not: Condition<Column> }
  | { readonly column: Column; readonly oneOf: readonly Scalar[] }
  | { readonly column: Column; readonly like: TextPattern }
  | { readonly column: Column; readonly matches: TextExpression }
  | { readonly column: Column; readonly atLeast: string | number }
  | { readonly column: Column; readonly atMost: string | number }

/** Whether a row satisfies a condition, judged as SQL does: null is neither alike nor greater nor smaller. */
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

/** Whether SQL cannot tell by itself which rows satisfy a condition: then it gives more, and each is judged by {@link holds}. */
export const needsJudging = <Column extends string>(condition: Condition<Column>): boolean => {
  if ('all' in condition) return condition.all.some(needsJudging)
  if ('any' in condition) return condition.any.some(needsJudging)
  if ('not' in condition) return needsJudging(condition.not)
  return 'matches' in condition
}
