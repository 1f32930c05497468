import type { ResourceNotifications } from '@nimbo/contracts/network/resource-notifications'
import { tagNotifications } from '@nimbo/contracts/network/tags'
import type { Context } from '@nimbo/kernel/context'
import type { DataOf, Notification, Payload } from '@nimbo/notifications/notification'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Db } from '../tables.ts'

type Values = Readonly<Record<string, unknown>>

/** The transaction that makes a change, and the request it belongs to. */
interface Within {
  readonly db: Db
  readonly ctx: Context
}

/** All attributes of a resource under their API names. */
const whole = (resource: Values): Values => ({ ...resource, tenant_id: resource.project_id ?? '' })

/** Writes notifications about changes of resources within the same transaction; only for the kinds named here. */
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

    /** Whether the notification of a deletion includes the deleted resource. */
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

    /** Emits a notification of an event that is not a plain create, update or delete. */
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
