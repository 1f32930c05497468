import type { Operation } from '../operation.ts'

/** The JSON of a request and of its reply by status, as a document of OpenAPI shows them; undefined where there is none. */
export interface Example {
  readonly request?: unknown
  readonly replies: Readonly<Record<string, unknown>>
}

/** The examples of one place of a document: of several operations that share it, each under its name. */
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
