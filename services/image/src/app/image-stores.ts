import type { ConfiguredStores, ImageStore, NamedStore, ReadableStore } from '../driver/image-store.ts'
import { errors } from '../errors.ts'

/** The stores of the cloud, as use cases ask for them. */
export interface ImageStores {
  readonly all: readonly NamedStore<ReadableStore>[]
  /** Those that take bytes. */
  readonly writable: readonly NamedStore[]
  /** Takes what names no store. */
  readonly usual: NamedStore
  readonly staging: ImageStore
  /** Reads images whose bytes lie elsewhere; undefined where the operator wants none of those. */
  readonly elsewhere: NamedStore<ReadableStore> | undefined
  /** The store of that name; throws where there is none, or it takes no bytes. */
  named(id: string): NamedStore
  /** Those of the names that there are, the one to read first. */
  having(ids: readonly string[]): readonly NamedStore<ReadableStore>[]
  /** Those of the names that take bytes. */
  writableOf(ids: readonly string[]): readonly NamedStore[]
  /** Removes what any store, or the staging store, keeps under that key; the address of bytes elsewhere is no such key. */
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
