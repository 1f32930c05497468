import { apart, attribute } from './attribute.ts'
import { instant, integer, listOf, text, uuid } from './value-types.ts'

const most = 2_147_483_647

/** The id. */
export const identified = { id: attribute(uuid, {}) }

/** The owner. The service decides who may set it for others. */
export const owned = { project_id: attribute(text(), { on: 'create' }) }

/** The revision number. */
export const revised = { revision_number: attribute(integer(0, most), {}) }

/** Creation and update times. */
export const timed = {
  created_at: attribute(instant, { filter: false }),
  updated_at: attribute(instant, { filter: false }),
}

/** Tags, stored in a table for all kinds. */
export const tagged = { tags: apart(listOf(text()), {}) }
