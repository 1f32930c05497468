import type { ConfiguredStores, ImageStore, NamedStore, ReadableStore } from '../driver/image-store.ts'
import { errors } from '../errors.ts'

/** The stores of the cloud, for the use cases. */
export interface ImageStores {
  readonly all: readonly NamedStore<ReadableStore>[]
  /** Stores that images can be written to. */
  readonly writable: readonly NamedStore[]
  /** The default store. */
  readonly usual: NamedStore
  readonly staging: ImageStore
  /** The read-only store of images at external addresses; undefined unless the operator enabled it. */
  readonly elsewhere: NamedStore<ReadableStore> | undefined
  /** Finds a store by its id; throws if it does not exist or is read-only. */
  named(id: string): NamedStore
  /** The existing stores with these ids, the one with the highest weight first. */
  having(ids: readonly string[]): readonly NamedStore<ReadableStore>[]
  /** The existing stores with these ids that images can be written to. */
  writableOf(ids: readonly string[]): readonly NamedStore[]
  /** Removes the data with this key from all stores and the staging store; does nothing for an external address. */
  forget(key: string): Promise<void>
}

export const imageStores = (
  { stores, staging }: ConfiguredStores,
  elsewhere?: NamedStore<ReadableStore>,
): ImageStores => {
  const all = elsewhere === undefined ? stores : [...stores, elsewhere]
  return {
    all,
    writable: stores,
    usual: stores[0],
    ...{ staging, elsewhere },
    named: (id) => {
      const found = stores.find((one) => one.id === id)
      if (found) return found
      throw id === elsewhere?.id ? errors.StoreReadOnly({}) : errors.StoreUnknown({ store: id })
    },
    having: (ids) =>
      all.filter(({ id }) => ids.includes(id)).toSorted((one, other) => other.weight - one.weight),
    writableOf: (ids) => stores.filter(({ id }) => ids.includes(id)),
    forget: async (key) => {
      if (URL.canParse(key)) return
      await Promise.all([staging, ...stores.map(({ store }) => store)].map((store) => store.remove(key)))
    },
  }
}
