import { errors } from '../../errors.ts'

/** A condition on the time of creation or update: from `from`, inclusive, and before `before`. All conditions must hold. */
export interface InstantBound {
  readonly column: 'created_at' | 'updated_at'
  readonly from?: string
  readonly before?: string
  /** Whether times outside the bounds match, instead of those within. */
  readonly outside: boolean
}

const iso8601 = /^\d{4}-?\d{2}-?\d{2}([T ]\d{2}:?\d{2}(:?\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/i
const operators = ['gt', 'gte', 'eq', 'neq', 'lt', 'lte'] as const

const secondOf = (column: string, text: string): number => {
  const instant = /[zZ]$|[+-]\d{2}:?\d{2}$/.test(text) ? text : `${text}${text.length > 10 ? 'Z' : ''}`
  const ms = iso8601.test(text) ? Date.parse(instant.replace(' ', 'T').replace(',', '.')) : Number.NaN
  if (Number.isNaN(ms))
    throw errors.Invalid({
      reason: `Bad "${column}" query filter format. Use ISO 8601 DateTime notation.`,
    })
  return Math.floor(ms / 1000) * 1000
}

/** Parses `gt:2026-01-31T12:00:00Z`, or a plain time. The API shows whole seconds, so comparisons are by the second. */
export const instantBounds = (column: InstantBound['column'], text: string): readonly InstantBound[] => {
  const [, word = 'eq', threshold = text] = /^([a-z]+):(.*)$/.exec(text) ?? []
  const operator = operators.find((one) => one === word)
  if (!operator) throw errors.Invalid({ reason: 'Unable to filter on a unknown operator.' })
  const second = secondOf(column, threshold)
  const begin = new Date(second).toISOString()
  const end = new Date(second + 1000).toISOString()
  const within = { column, outside: false }
  switch (operator) {
    case 'gt':
      return [{ ...within, from: end }]
    case 'gte':
      return [{ ...within, from: begin }]
    case 'lt':
      return [{ ...within, before: begin }]
    case 'lte':
      return [{ ...within, before: end }]
    case 'eq':
      return [{ ...within, from: begin, before: end }]
    case 'neq':
      return [{ column, outside: true, from: begin, before: end }]
    default:
      return operator satisfies never
  }
}
