import { capabilitiesOf, type Pool } from '../domain/pool.ts'

type Query = unknown

const compare: Readonly<Record<string, (has: unknown, wanted: unknown) => boolean>> = {
  '=': (has, wanted) => String(has) === String(wanted),
  '<': (has, wanted) => Number(has) < Number(wanted),
  '>': (has, wanted) => Number(has) > Number(wanted),
  '<=': (has, wanted) => Number(has) <= Number(wanted),
  '>=': (has, wanted) => Number(has) >= Number(wanted),
}

/** `$free_capacity_gb`, `$host`, `$capabilities.multiattach`: what a pool has of that name. */
const resolved = (pool: Pool, term: unknown): unknown => {
  if (typeof term !== 'string' || !term.startsWith('$')) return term
  const name = term.slice(1).replace(/^capabilities\./, '')
  if (name === 'host') return pool.host
  const known = capabilitiesOf(pool)
  return Object.hasOwn(known, name) ? known[name] : undefined
}

/** Whether a pool fits a query as the hint `query` has it: `["and", [">=", "$free_capacity_gb", 10], ["=", "$host", "a@b"]]`. */
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

/** Whether a pool fits the hint; a hint that is no JSON fits none. */
export const fitsQuery = (pool: Pool, hint: string | undefined): boolean => {
  if (hint === undefined) return true
  try {
    return holds(pool, JSON.parse(hint))
  } catch {
    return false
  }
}
