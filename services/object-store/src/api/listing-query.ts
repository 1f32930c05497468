import type { ListingQuery } from '../db/listing.ts'
import { errors } from '../errors.ts'

/** Reads `limit`, `prefix`, `delimiter`, `marker`, `end_marker`, `reverse` and the older `path` of a listing. */
export const readListingQuery = (query: URLSearchParams, most: number): ListingQuery => {
  const text = (name: string): string => query.get(name) ?? ''
  const path = query.get('path')
  const asked = /^\d+$/.test(text('limit')) ? Number(text('limit')) : most
  if (asked > most) throw errors.PreconditionFailed({ reason: `Maximum limit is ${most}` })
  const order = {
    marker: text('marker'),
    endMarker: text('end_marker'),
    reverse: ['true', '1', 'yes', 'on', 't', 'y'].includes(text('reverse').toLowerCase()),
    limit: asked,
  }
  if (path !== null)
    return { ...order, prefix: path === '' ? '' : `${path.replace(/\/+$/, '')}/`, delimiter: '/' }
  return { ...order, prefix: text('prefix'), delimiter: text('delimiter') }
}
