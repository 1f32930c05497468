import { own } from '@nimbo/kernel/own'
import type { HostFilter } from '../filter.ts'
import { type HostFacts, hostFacts } from '../host-facts.ts'
import type { HostState } from '../host-state.ts'

/** The values of `$name` in a query; `$capabilities.name` is another word for them. */
const factsOf = (host: HostState): HostFacts => {
  const known = hostFacts(host)
  const stats = { num_instances: host.servers.count, io_workload: host.servers.busy }
  const facts = { ...known, num_io_ops: host.servers.busy, service: host.service }
  return { ...facts, stats: { ...stats, failed_builds: host.failedBuilds }, capabilities: facts }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of `$free_ram_mb` or `$cpu_info.arch`; undefined where the host lacks it. */
const factAt = (facts: HostFacts, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isObject(value) ? own(value, name) : undefined), facts)

type Comparison = (one: number | string, other: number | string) => boolean

const comparisons: Readonly<Record<string, Comparison>> = {
  '=': (one, other) => one === other,
  '<': (one, other) => one < other,
  '>': (one, other) => one > other,
  '<=': (one, other) => one <= other,
  '>=': (one, other) => one >= other,
}

/** The maximum nesting of a query. */
const deepest = 32

const isTrue = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isTrue) : value !== undefined && value !== null && value !== false

const comparable = (value: unknown): number | string => (typeof value === 'number' ? value : String(value))

/** Compares the first argument with every other one. */
const compareAll = (compare: Comparison, [first, ...others]: readonly unknown[]): boolean =>
  first !== undefined &&
  others.length > 0 &&
  others.every((other) => other !== undefined && compare(comparable(first), comparable(other)))

const evaluate = (query: unknown, facts: HostFacts, depth = 0): unknown => {
  if (typeof query === 'string') return query.startsWith('$') ? factAt(facts, query.slice(1)) : query
  if (!Array.isArray(query)) return query
  if (query.length === 0) return true
  if (depth > deepest) throw new RangeError('the query is too deep')
  const [operator, ...rest] = query
  const values = rest.map((part) => evaluate(part, facts, depth + 1))
  switch (operator) {
    case 'and':
      return values.every(isTrue)
    case 'or':
      return values.some(isTrue)
    case 'not':
      // Several are negated one by one, and one that is then true is enough.
      return values.some((value) => !isTrue(value))
    case 'in':
      return (
        compareAll(() => true, values.slice(0, 2)) &&
        values.slice(1).flat().map(comparable).includes(comparable(values[0]))
      )
    default: {
      const compare = typeof operator === 'string' ? own(comparisons, operator) : undefined
      if (!compare) throw new TypeError(`${JSON.stringify(operator)} is no operator`)
      return compareAll(compare, values)
    }
  }
}

/** Passes hosts that satisfy the query in the hint `query`: `["and", [">=", "$free_ram_mb", 1024], …]`. */
export const jsonFilter: HostFilter = {
  name: 'JsonFilter',
  needs: ['number of servers', 'busy servers'],
  refuses: (host, { spec: { schedulerHints } }) => {
    const [text] = [own(schedulerHints, 'query') ?? []].flat()
    if (text === undefined) return undefined
    try {
      return isTrue(evaluate(JSON.parse(text), factsOf(host))) ? undefined : `does not satisfy ${text}`
    } catch (error) {
      return `the query cannot be read: ${error instanceof Error ? error.message : String(error)}`
    }
  },
}
