import { capabilitiesOf, type Pool } from '../domain/pool.ts'

type Query = unknown

const compare: Readonly<Record<string, (has: unknown, wanted: unknown) => boolean>> = {
  '=': (has, wanted) => String(has) === String(wanted),
  '<': (has, wanted) => Number(has) < Number(wanted),
  '>': (has, wanted) => Number(has) > Number(wanted),
  '<=': (has, wanted) => Number(has) <= Number(wanted),
  '>=': (has, wanted) => Number(has) >= Number(wanted),
}

/** The pool's value of a variable: `$free_capacity_gb`, `$host`, `$capabilities.multiattach`. */
const resolved = (pool: Pool, term: unknown): unknown => {
  if (typeof term !== 'string' || !term.startsWith('$')) return term
  const name = term.slice(1).replace(/^capabilities\./, '')
  if (name === 'host') return pool.host
  const known = capabilitiesOf(pool)
  return Object.hasOwn(known, name) ? known[name] : undefined
}

/** Whether a pool matches a query of the hint `query`: `["and", [">=", "$free_capacity_gb", 10], ["=", "$host", "a@b"]]`. */
const holds = (pool: Pool, query: Query): boolean => {
  if (!Array.isArray(query)) return Boolean(query)
  const [operator, ...terms] = query
  if (operator === 'and') return terms.every((term) => holds(pool, term))
  if (operator === 'or') return terms.some((term) => holds(pool, term))
  if (operator === 'not') return terms.every((term) => !holds(pool, term))
  const [first, ...others] = terms.map((term) => resolved(pool, term))
  if (operator === 'in') return others.some((other) => String(other) === String(first))
  const test =
    typeof operator === 'string' && Object.hasOwn(compare, operator) ? compare[operator] : undefined
  return test !== undefined && others.length > 0 && others.every((other) => test(first, other))
}

/** Whether a pool matches the hint; none matches a hint that is not JSON. */
export const fitsQuery = (pool: Pool, hint: string | undefined): boolean => {
  if (hint === undefined) return true
  try {
    return holds(pool, JSON.parse(hint))
  } catch {
    return false
  }
}
