import { timestamp } from '@nimbo/kernel/clock'
import type { Store } from '../db/store.ts'
import { errors } from '../errors.ts'
import type { Deps } from './deps.ts'

const collectionsOf = (store: Store) => ({
  networks: store.networks.rows,
  subnets: store.subnets.rows,
  ports: store.ports.rows,
  'security-groups': store.securityGroups.rows,
})

export type TaggedCollection = keyof ReturnType<typeof collectionsOf>

/** Changing the tags of a resource; each change counts as one of the resource. */
export const tagOperations = ({ transaction, clock }: Deps) => {
  const change = (
    collection: TaggedCollection,
    id: string,
    work: (store: Store) => Promise<void>,
  ): Promise<void> =>
    transaction(async (store) => {
      await work(store)
      await collectionsOf(store)[collection].update(id, {}, timestamp(clock))
    })
  return {
    add: (collection: TaggedCollection, id: string, tags: readonly string[]) =>
      change(collection, id, (store) => store.tags.add(id, tags)),
    replace: (collection: TaggedCollection, id: string, tags: readonly string[]) =>
      change(collection, id, async (store) => {
        await store.tags.removeAll(id)
        await store.tags.add(id, tags)
      }),
    remove: (collection: TaggedCollection, id: string, tag: string) =>
      change(collection, id, async (store) => {
        if (!(await store.tags.remove(id, tag))) throw errors.TagNotFound({ tag })
      }),
    removeAll: (collection: TaggedCollection, id: string) =>
      change(collection, id, (store) => store.tags.removeAll(id)),
  }
}
