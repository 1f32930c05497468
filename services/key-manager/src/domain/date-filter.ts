import { parseInstant } from './instants.ts'

export interface DateTerm {
  readonly operator: '=' | '<' | '<=' | '>' | '>='
  readonly instant: string
}

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

const isName = (name: string): name is keyof typeof operators => Object.hasOwn(operators, name)

const termOf = (text: string): DateTerm | undefined => {
  const [, name = '', rest = text] = /^(gte?|lte?):(.*)$/.exec(text) ?? []
  const instant = parseInstant(rest)
  return instant === undefined ? undefined : { operator: isName(name) ? operators[name] : '=', instant }
}

/** Parses `gt:2020-01-01,lte:2020-02-01`: one bound per end, or one instant. Undefined when invalid. */
export const parseDateFilter = (text: string): readonly DateTerm[] | undefined => {
  const terms = text.split(',').map(termOf)
  const known = terms.filter((term) => term !== undefined)
  const ends = known.map(({ operator }) => operator.slice(0, 1))
  if (known.length < terms.length || new Set(ends).size < ends.length) return undefined
  const closed = known.some(({ operator }) => operator === '>=' || operator === '<=')
  return ends.includes('=') && closed ? undefined : known
}
