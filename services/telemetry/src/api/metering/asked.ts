import type { Call } from '@nimbo/http/route'
import type { Expression, SqlBool } from 'kysely'
import type { MeteringApp } from '../../app/metering/metering-app.ts'
import { conditionOf, filterIn, ofProject } from '../../app/metering/query.ts'
import { errors } from '../../metering-errors.ts'

const operators: Readonly<Record<string, string>> = {
  ...{ eq: '=', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=', like: 'like' },
}

interface ListQuery {
  readonly 'q.field'?: readonly string[] | undefined
  readonly 'q.op'?: readonly string[] | undefined
  readonly 'q.value'?: readonly string[] | undefined
}

const invalid = (reason: string) => errors.Invalid({ reason })

/** The condition that limits callers who are not administrators to their own project. */
export const visible = ({ ctx, allows }: Pick<Call<MeteringApp>, 'ctx' | 'allows'>): Expression<SqlBool>[] =>
  allows('context_is_admin') ? [] : [ofProject(ctx.projectId ?? '')]

/** The query of a request as SQL conditions. */
export const conditionsIn = (
  columns: Readonly<Record<string, string>>,
  { 'q.field': fields = [], 'q.op': ops = [], 'q.value': values = [] }: ListQuery,
): Expression<SqlBool>[] => {
  if (fields.length !== values.length) throw invalid('each field of a query needs a value')
  return fields.map((field, index) => {
    const operator = operators[ops[index] || 'eq']
    if (operator === undefined) throw invalid(`operator ${ops[index]} is not supported`)
    return conditionOf(columns, filterIn({ [operator]: { [field]: values[index] ?? '' } }))
  })
}

export const limitIn = (limit: string | undefined): number | undefined => {
  if (limit === undefined) return undefined
  const number = Number(limit)
  if (!Number.isInteger(number) || number < 1) throw invalid('Limit must be positive')
  return number
}
