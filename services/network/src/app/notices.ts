import type { ResourceNotifications } from '@nimbo/contracts/network/notifications/resources'
import { tagNotifications } from '@nimbo/contracts/network/notifications/tags'
import type { Context } from '@nimbo/kernel/context'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Store } from '../db/store.ts'

type Values = Readonly<Record<string, unknown>>

interface Resource {
  readonly id: string
  readonly project_id: string
}

/** A resource with all its attributes, under the names clients know. */
const whole = (resource: Resource): Values => ({ ...resource, tenant_id: resource.project_id })

/** Tells of changes of resources, each through the store of the transaction that makes it. */
export const notices = ({ tell, on }: Pick<Notifier, 'tell' | 'on'>) => ({
  created: async (
    { over }: Store,
    ctx: Context,
    { name, create }: Pick<ResourceNotifications, 'name' | 'create'>,
    asked: Values,
    made: Resource,
  ): Promise<void> => {
    const resource = made.id
    await tell(over, ctx, create.start, { resource, payload: () => ({ [name]: asked }) })
    await tell(over, ctx, create.end, { resource, payload: () => ({ [name]: whole(made) }) })
  },

  updated: async (
    { over }: Store,
    ctx: Context,
    { name, update }: Pick<ResourceNotifications, 'name' | 'update'>,
    changes: Values,
    changed: Resource,
  ): Promise<void> => {
    const { id } = changed
    await tell(over, ctx, update.start, { resource: id, payload: () => ({ [name]: changes, id }) })
    await tell(over, ctx, update.end, { resource: id, payload: () => ({ [name]: whole(changed) }) })
  },

  /** Does what deletes a resource, which is read before where somebody is to be told what it was. */
  deleting: async <Result>(
    { over }: Store,
    ctx: Context,
    { name, delete: told }: Pick<ResourceNotifications, 'name' | 'delete'>,
    resource: { readonly id: string; readonly read?: () => Promise<Resource> },
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const { id } = resource
    const gone = on && told.whenDeleted === 'whole' ? await resource.read?.() : undefined
    const result = await work()
    const ofId = { [`${name}_id`]: id }
    await tell(over, ctx, told.start, { resource: id, payload: () => ofId })
    await tell(over, ctx, told.end, {
      resource: id,
      payload: () => ({ ...ofId, ...(gone === undefined ? {} : { [name]: whole(gone) }) }),
    })
    return result
  },

  tagged: async (
    { over }: Store,
    ctx: Context,
    verb: keyof typeof tagNotifications,
    collection: string,
    id: string,
    tags: readonly string[],
  ): Promise<void> => {
    for (const phase of ['start', 'end'] as const)
      await tell(over, ctx, tagNotifications[verb], {
        phase,
        resource: id,
        payload: () => ({ obj_resource: collection, obj_resource_id: id, tags: [...tags] }),
      })
  },
})

export type Notices = ReturnType<typeof notices>
