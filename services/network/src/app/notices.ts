import type { ResourceNotifications } from '@nimbo/contracts/network/resource-notifications'
import { tagNotifications } from '@nimbo/contracts/network/tags'
import type { Context } from '@nimbo/kernel/context'
import type { DataOf, Notification, Payload } from '@nimbo/notifications/notification'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Db } from '../tables.ts'

type Values = Readonly<Record<string, unknown>>

/** The transaction that makes a change, and who asked for it. */
interface Within {
  readonly db: Db
  readonly ctx: Context
}

/** A resource with all its attributes, under the names clients know. */
const whole = (resource: Values): Values => ({ ...resource, tenant_id: resource.project_id ?? '' })

/** Tells of changes of resources, each through the transaction that makes it; of kinds that are named here, by their names. */
export const notices = (
  { tell, on }: Pick<Notifier, 'tell' | 'on'>,
  kinds: readonly ResourceNotifications[],
) => {
  const byName = new Map(on ? kinds.map((kind) => [kind.name, kind]) : [])
  return {
    created: async ({ db, ctx }: Within, name: string, id: string, asked: Values, made: Values) => {
      const told = byName.get(name)?.create
      if (!told) return
      await tell(db, ctx, told.start, { resource: id, payload: () => ({ [name]: asked }) })
      await tell(db, ctx, told.end, { resource: id, payload: () => ({ [name]: whole(made) }) })
    },

    updated: async ({ db, ctx }: Within, name: string, id: string, changes: Values, changed: Values) => {
      const told = byName.get(name)?.update
      if (!told) return
      await tell(db, ctx, told.start, { resource: id, payload: () => ({ [name]: changes, id }) })
      await tell(db, ctx, told.end, { resource: id, payload: () => ({ [name]: whole(changed) }) })
    },

    /** Whether somebody is told what a resource of this kind was when it is deleted. */
    tellsWhatWas: (name: string): boolean => byName.get(name)?.delete.whenDeleted === 'whole',

    deleted: async ({ db, ctx }: Within, name: string, id: string, was?: Values) => {
      const told = byName.get(name)?.delete
      if (!told) return
      const ofId = { [`${name}_id`]: id }
      await tell(db, ctx, told.start, { resource: id, payload: () => ofId })
      await tell(db, ctx, told.end, {
        resource: id,
        payload: () => ({ ...ofId, ...(was === undefined ? {} : { [name]: whole(was) }) }),
      })
    },

    /** Something of its own happened to a resource. */
    happened: async <Carried extends Payload>(
      { db, ctx }: Within,
      what: Notification<Carried, never>,
      id: string,
      payload: DataOf<Carried>,
    ) => {
      await tell(db, ctx, what, { resource: id, payload: () => payload })
    },

    tagged: async (
      { db, ctx }: Within,
      verb: keyof typeof tagNotifications,
      collection: string,
      id: string,
      tags: readonly string[],
    ) => {
      for (const phase of ['start', 'end'] as const)
        await tell(db, ctx, tagNotifications[verb], {
          phase,
          resource: id,
          payload: () => ({ obj_resource: collection, obj_resource_id: id, tags: [...tags] }),
        })
    },
  }
}

export type Notices = ReturnType<typeof notices>
