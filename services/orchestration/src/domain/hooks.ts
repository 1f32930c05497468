interface Hooked {
  readonly data: string
}

const prefix = 'heat:hook:'
const keyOf = (hook: string, traversal: string): string => `${prefix}${hook}:${traversal}`

/** What a row says of a hook in a walk: that the resource waits at it, or that somebody let it go on. */
export const hookState = (row: Hooked, hook: string, traversal: string): string | undefined =>
  JSON.parse(row.data)[keyOf(hook, traversal)]

/** The data of a row with that. What was said in walks before is of no use any more. */
export const withHook = (row: Hooked, hook: string, traversal: string, state: 'waits' | 'passed'): string => {
  const known = Object.entries<unknown>(JSON.parse(row.data))
  const kept = known.filter(([key]) => !key.startsWith(prefix) || key.endsWith(`:${traversal}`))
  return JSON.stringify({ ...Object.fromEntries(kept), [keyOf(hook, traversal)]: state })
}

/** The data of a row that goes on; undefined where it does not wait at that hook. */
export const clearedHook = (row: Hooked, hook: string, traversal: string): string | undefined =>
  hookState(row, hook, traversal) === 'waits' ? withHook(row, hook, traversal, 'passed') : undefined
