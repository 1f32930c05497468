import type { JsonObject } from '@nimbo/kernel/json'

/** The attributes of a body that are not among those the API knows: kept as they are. */
export const extraOf = (body: object, known: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => !known.includes(name) && name !== 'links' && name !== 'id'),
  )

/** A description in a body: null means an empty one, absent means none was given. */
export const textOf = (description: string | null | undefined): string | undefined =>
  description === null ? '' : description
