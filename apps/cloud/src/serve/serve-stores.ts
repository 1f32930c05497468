import { fileURLToPath } from 'node:url'
import {
  cacheOptions,
  storeOptions,
  storesOptions,
  backendOptions as storeSection,
} from '@nimbo/image/config'
import { backendNames } from '@nimbo/image/backend-options'
import type { ConfiguredStores, ImageStore, NamedStore } from '@nimbo/image/driver/image-store'
import { commonOptions } from '@nimbo/service/common-options'
import type { ReadOptions } from '@nimbo/service/read-options'
import { directoryAt } from './directory-at.ts'

const storeIn = async (directory: string): Promise<ImageStore> => {
  const { fileStore } = await import('@nimbo/store-file/file-store')
  return fileStore({ directory: await directoryAt(directory) })
}

/** The stores that glance's options name, the one first that takes what names none. */
export const storesOf = async ({ read }: { readonly read: ReadOptions }): Promise<ConfiguredStores> => {
  const { DEFAULT, glance_store } = read([...commonOptions, storeOptions, storesOptions, cacheOptions])
  const { image_cache_dir: cacheDirectory } = DEFAULT
  const beside = {
    staging: await storeIn(fileURLToPath(DEFAULT.node_staging_uri)),
    ...(cacheDirectory === undefined ? {} : { cache: await storeIn(cacheDirectory) }),
  }
  const named = await Promise.all(backendNames(DEFAULT.enabled_backends).map((name) => backendOf(name, read)))
  const chosen = named.find(({ id }) => id === glance_store.default_backend) ?? named[0]
  if (chosen !== undefined) return { stores: [chosen, ...named.filter((one) => one !== chosen)], ...beside }
  const only = { id: 'file', weight: 0, store: await storeIn(glance_store.filesystem_store_datadir) }
  return { stores: [only], ...beside }
}

const backendOf = async (name: string, read: ReadOptions): Promise<NamedStore> => {
  const group = storeSection(name)
  const options = read([...commonOptions, group])[group.name]
  if (options === undefined) throw new RangeError(`there is no section [${name}]`)
  const { filesystem_store_datadir, store_description: description, weight } = options
  const store = await storeIn(filesystem_store_datadir)
  return { id: name, weight, store, ...(description === undefined ? {} : { description }) }
}
