import { errors } from '../errors.ts'

const operators = { gt: '>', gte: '>=', eq: '=', neq: '<>', lt: '<', lte: '<=' } as const

export interface TimeFilter {
  readonly operator: (typeof operators)[keyof typeof operators]
  readonly instant: string
}

const isOperator = (text: string): text is keyof typeof operators => Object.hasOwn(operators, text)

/** Times without a zone are UTC. */
const instantOf = (text: string): string | undefined => {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`
  const parsed = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?/.test(text) ? Date.parse(zoned) : Number.NaN
  return Number.isNaN(parsed) ? undefined : new Date(parsed).toISOString()
}

/** Parses a filter of a time, from 3.60 on: `gt:2020-01-01T00:00:00,lte:2020-02-01`. */
export const timeFilters = (text: string | undefined): readonly TimeFilter[] => {
  if (text === undefined) return []
  return text.split(',').map((term) => {
    const colon = term.indexOf(':')
    const named = colon < 0 ? '' : term.slice(0, colon).toLowerCase()
    const operator = isOperator(named) ? named : undefined
    const given = operator === undefined ? term : term.slice(colon + 1)
    const instant = instantOf(given)
    if (instant !== undefined) return { operator: operators[operator ?? 'eq'], instant }
    // A term that is not a time was meant to begin with an operator, so the message names that.
    throw errors.BadRequest({
      reason: operator === undefined ? `Invalid ${named || term} operator` : `Invalid ${given} value`,
    })
  })
}
