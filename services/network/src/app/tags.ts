import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Store } from '../db/store.ts'
import { errors } from '../errors.ts'
import type { Deps } from './deps.ts'
import type { Notices } from './notices.ts'

const collectionsOf = (store: Store) => ({
  networks: store.networks.rows,
  subnets: store.subnets.rows,
  ports: store.ports.rows,
  'security-groups': store.securityGroups.rows,
})

export type TaggedCollection = keyof ReturnType<typeof collectionsOf>

/** Changing the tags of a resource; each change counts as one of the resource. */
export const tagOperations = ({ transaction, clock, notices }: Deps) => {
  /** How a change of tags is told of. */
  interface Change {
    readonly verb: Parameters<Notices['tagged']>[2]
    readonly tags: readonly string[]
  }
  const change = (
    ctx: Context,
    collection: TaggedCollection,
    id: string,
    { verb, tags }: Change,
    work: (store: Store) => Promise<void>,
  ): Promise<void> =>
    transaction(async (store) => {
      await work(store)
      await collectionsOf(store)[collection].update(id, {}, timestamp(clock))
      await notices.tagged(store, ctx, verb, collection, id, tags)
    })
  return {
    add: (ctx: Context, collection: TaggedCollection, id: string, tags: readonly string[]) =>
      change(ctx, collection, id, { verb: 'create', tags }, (store) => store.tags.add(id, tags)),
    replace: (ctx: Context, collection: TaggedCollection, id: string, tags: readonly string[]) =>
      change(ctx, collection, id, { verb: 'update', tags }, async (store) => {
        await store.tags.removeAll(id)
        await store.tags.add(id, tags)
      }),
    remove: (ctx: Context, collection: TaggedCollection, id: string, tag: string) =>
      change(ctx, collection, id, { verb: 'delete', tags: [tag] }, async (store) => {
        if (!(await store.tags.remove(id, tag))) throw errors.TagNotFound({ tag })
      }),
    removeAll: (ctx: Context, collection: TaggedCollection, id: string) =>
      change(ctx, collection, id, { verb: 'deleteAll', tags: [] }, (store) => store.tags.removeAll(id)),
  }
}
