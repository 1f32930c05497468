import type { ConfiguredStores, ImageStore, NamedStore } from '../driver/image-store.ts'
import { errors } from '../errors.ts'

/** The stores of the cloud, as use cases ask for them. */
export interface ImageStores {
  readonly all: readonly NamedStore[]
  /** Takes what names no store. */
  readonly usual: NamedStore
  readonly staging: ImageStore
  /** The store of that name; throws where there is none. */
  named(id: string): NamedStore
  /** Those of the names that there are, the one to read first. */
  having(ids: readonly string[]): readonly NamedStore[]
  /** Removes what any store, or the staging store, keeps under that key. */
  forget(key: string): Promise<void>
}

export const imageStores = ({ stores, staging }: ConfiguredStores): ImageStores => ({
  all: stores,
  usual: stores[0],
  staging,
  named: (id) => {
    const found = stores.find((one) => one.id === id)
    if (!found) throw errors.StoreUnknown({ store: id })
    return found
  },
  having: (ids) =>
    stores.filter(({ id }) => ids.includes(id)).toSorted((one, other) => other.weight - one.weight),
  forget: async (key) => {
    await Promise.all([staging, ...stores.map(({ store }) => store)].map((store) => store.remove(key)))
  },
})
