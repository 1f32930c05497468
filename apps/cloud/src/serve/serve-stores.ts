import { fileURLToPath } from 'node:url'
import { type NamedBackend, namedBackends } from '@nimbo/image/backend-options'
import {
  cacheOptions,
  storeOptions,
  backendOptions as storeSection,
  storesOptions,
} from '@nimbo/image/config'
import type { ConfiguredStores, ImageStore, NamedStore } from '@nimbo/image/driver/image-store'
import type { ObjectAccount } from '@nimbo/object-account/object-account'
import { commonOptions } from '@nimbo/service/common-options'
import type { ReadOptions } from '@nimbo/service/read-options'
import { directoryAt } from './directory-at.ts'

interface StoresDeps {
  readonly read: ReadOptions
  /** Opens glance's account in the object store of the same cloud. */
  readonly account: () => Promise<ObjectAccount>
}

const storeIn = async (directory: string): Promise<ImageStore> => {
  const { fileStore } = await import('@nimbo/store-file/file-store')
  return fileStore({ directory: await directoryAt(directory) })
}

interface CephOptions {
  readonly rbd_store_pool: string
  readonly rbd_store_user: string
  readonly rbd_store_ceph_conf: string
}

const storeInCeph = async (options: CephOptions): Promise<ImageStore> => {
  const { rbd_store_pool: pool, rbd_store_user: user, rbd_store_ceph_conf: conf } = options
  const { rbdStore } = await import('@nimbo/store-rbd/rbd-store')
  const { clusterId } = await import('@nimbo/ceph/cluster-id')
  return rbdStore({ access: { conf, user }, pool, fsid: await clusterId({ conf, user }) })
}

/** The image stores that glance's options define; the first is the default store. */
export const storesOf = async (deps: StoresDeps): Promise<ConfiguredStores> => {
  const { DEFAULT, glance_store } = deps.read([...commonOptions, storeOptions, storesOptions])
  const beside = {
    staging: await storeIn(fileURLToPath(DEFAULT.node_staging_uri)),
    ...(await imageCache(deps)),
  }
  const stores = await enabledStores(deps)
  if (stores !== undefined) return { stores, ...beside }
  const only = { id: 'file', weight: 0, store: await storeIn(glance_store.filesystem_store_datadir) }
  return { stores: [only], ...beside }
}

/** The image cache of this machine, if enabled. */
export const imageCache = async ({
  read,
}: Pick<StoresDeps, 'read'>): Promise<Pick<ConfiguredStores, 'cache'>> => {
  const { image_cache_dir: directory } = read([...commonOptions, cacheOptions]).DEFAULT
  return directory === undefined ? {} : { cache: await storeIn(directory) }
}

/** The stores listed in `enabled_backends`; undefined when it is empty. */
export const enabledStores = async (deps: StoresDeps): Promise<ConfiguredStores['stores'] | undefined> => {
  const { DEFAULT, glance_store } = deps.read([...commonOptions, storeOptions, storesOptions])
  const named = await Promise.all(
    namedBackends(DEFAULT.enabled_backends).map((backend) => backendOf(backend, deps)),
  )
  const chosen = named.find(({ id }) => id === glance_store.default_backend) ?? named[0]
  return chosen && [chosen, ...named.filter((one) => one !== chosen)]
}

const backendOf = async (
  { name, type }: NamedBackend,
  { read, account }: StoresDeps,
): Promise<NamedStore> => {
  const group = storeSection(name)
  const options = read([...commonOptions, group])[group.name]
  if (options === undefined) throw new RangeError(`there is no section [${name}]`)
  const { filesystem_store_datadir, store_description: description, weight } = options
  const store = async (): Promise<ImageStore> => {
    if (type === 'file') return storeIn(filesystem_store_datadir)
    if (type === 'rbd') return storeInCeph(options)
    const { swift_store_container: container, swift_store_large_object_chunk_size: chunkSize } = options
    const { swiftStore } = await import('@nimbo/store-swift/swift-store')
    return swiftStore({ account: await account(), container, chunkSize })
  }
  return { id: name, weight, store: await store(), ...(description === undefined ? {} : { description }) }
}
