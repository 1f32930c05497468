interface Hooked {
  readonly data: string
  readonly traversal: string
}

const keyOf = (hook: string, traversal: string): string => `heat:hook:${hook}:${traversal}`

/** What a row says of a hook: that the resource waits at it, or that somebody let it go on. */
export const hookState = (row: Hooked, hook: string): string | undefined =>
  JSON.parse(row.data)[keyOf(hook, row.traversal)]

export const withHook = (row: Hooked, hook: string, state: 'waits' | 'passed'): string =>
  JSON.stringify({ ...JSON.parse(row.data), [keyOf(hook, row.traversal)]: state })

/** The data of a row that goes on; undefined where it does not wait at that hook. */
export const clearedHook = (row: Hooked, hook: string): string | undefined =>
  hookState(row, hook) === 'waits' ? withHook(row, hook, 'passed') : undefined
