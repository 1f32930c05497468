import type { JsonObject } from '@nimbo/kernel/json'

/** The attributes of a body that the API does not define; they are stored unchanged in `extra`. */
export const extraOf = (body: object, known: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => !known.includes(name) && name !== 'links' && name !== 'id'),
  )

/** The description in a body: null means an empty one; undefined if the body has none. */
export const textOf = (description: string | null | undefined): string | undefined =>
  description === null ? '' : description
