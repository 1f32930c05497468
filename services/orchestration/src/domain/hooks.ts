interface Hooked {
  readonly data: string
}

const prefix = 'heat:hook:'
const keyOf = (hook: string, traversal: string): string => `${prefix}${hook}:${traversal}`

/** The state of a hook in a traversal, from the row's data: the resource waits at it, or it was cleared. */
export const hookState = (row: Hooked, hook: string, traversal: string): string | undefined =>
  JSON.parse(row.data)[keyOf(hook, traversal)]

/** The row's data with this hook state. States of earlier traversals are removed. */
export const withHook = (row: Hooked, hook: string, traversal: string, state: 'waits' | 'passed'): string => {
  const known = Object.entries<unknown>(JSON.parse(row.data))
  const kept = known.filter(([key]) => !key.startsWith(prefix) || key.endsWith(`:${traversal}`))
  return JSON.stringify({ ...Object.fromEntries(kept), [keyOf(hook, traversal)]: state })
}

/** The row's data with the hook cleared; undefined when the resource does not wait at it. */
export const clearedHook = (row: Hooked, hook: string, traversal: string): string | undefined =>
  hookState(row, hook, traversal) === 'waits' ? withHook(row, hook, traversal, 'passed') : undefined
