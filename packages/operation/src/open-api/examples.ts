import type { Operation } from '../operation.ts'

/** A sample request and its replies by status; undefined where there is none. */
export interface Example {
  readonly request?: unknown
  readonly replies: Readonly<Record<string, unknown>>
}

/** The examples of several operations that share a place in the document, by operation. */
export const examplesIn = (
  operations: readonly Operation[],
  exampleOf: (operation: Operation) => unknown,
): object => {
  const known = operations.flatMap((one) => {
    const value = exampleOf(one)
    return value === undefined ? [] : [{ id: one.id, value }]
  })
  const [only] = known
  if (only === undefined) return {}
  if (operations.length === 1) return { example: only.value }
  return { examples: Object.fromEntries(known.map(({ id, value }) => [id, { value }])) }
}
