import { apart, attribute } from './attribute.ts'
import { instant, integer, listOf, text, uuid } from './value-types.ts'

const most = 2_147_483_647

/** By which a resource is known. */
export const identified = { id: attribute(uuid, {}) }

/** Whose it is. Who may say so for another is for the service to judge. */
export const owned = { project_id: attribute(text(), { on: 'create' }) }

/** A number that counts its changes. */
export const revised = { revision_number: attribute(integer(0, most), {}) }

/** When it was made, and changed last. */
export const timed = {
  created_at: attribute(instant, { filter: false }),
  updated_at: attribute(instant, { filter: false }),
}

/** Words that users put on it, kept in a table for all kinds. */
export const tagged = { tags: apart(listOf(text()), {}) }
