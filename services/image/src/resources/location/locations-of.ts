import type { ImageApp } from '../../app/app.ts'
import type { Image } from '../image/image.ts'

/** A location of the data of an image: a store or an external address. */
export interface Location {
  readonly url: string
  readonly metadata: Readonly<Record<string, unknown>>
  /** The store that has it; undefined for an external address. */
  readonly store?: string
}

/** Whether an image's data is at an external address, and in no store. */
export const isExternal = (location: string | null): location is string =>
  location !== null && URL.canParse(location)

/** All locations of an image: first in the stores, then at external addresses. */
export const locationsOf = (
  stores: ImageApp['stores'],
  { location, stores: having, addresses }: Image,
): readonly Location[] => {
  if (addresses.length === 0 && isExternal(location))
    return [{ url: location, metadata: { store: stores.elsewhere?.id ?? '' } }]
  const stored = isExternal(location) || location === null ? [] : stores.having(having)
  return [
    ...stored.map(({ id, store }) => ({
      url: store.urlOf(location ?? ''),
      metadata: { store: id },
      store: id,
    })),
    ...addresses,
  ]
}
