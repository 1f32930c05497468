import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'

const Fields = Type.Record(Type.String(), Type.Unknown())
const Id = Type.String()

/** The request's attributes, wrapped as in its body. */
const asked = (name: string) => Type.Object({ [name]: Fields })

const eventNotification = (event: string, payload: ReturnType<typeof Type.Object>) =>
  notification(event, { publisher: 'network', payload })

/**
 * The notifications of a kind of resource. `start` contains the request's attributes, `end` the complete resource. For some
 * kinds, deletions contain the id only.
 */
export const resourceNotifications = (
  name: string,
  { whenDeleted }: { readonly whenDeleted: 'whole' | 'id' },
) => {
  const idOf = { [`${name}_id`]: Id }
  const whole = asked(name)
  return {
    name,
    create: {
      start: eventNotification(`${name}.create.start`, asked(name)),
      end: eventNotification(`${name}.create.end`, whole),
    },
    update: {
      start: eventNotification(`${name}.update.start`, Type.Object({ [name]: Fields, id: Id })),
      end: eventNotification(`${name}.update.end`, whole),
    },
    delete: {
      start: eventNotification(`${name}.delete.start`, Type.Object(idOf)),
      end: eventNotification(
        `${name}.delete.end`,
        Type.Object(whenDeleted === 'whole' ? { ...idOf, [name]: Fields } : idOf),
      ),
      whenDeleted,
    },
  }
}

/** The notifications of any kind of resource. */
export type ResourceNotifications = Pick<ReturnType<typeof resourceNotifications>, 'name' | 'delete'> &
  Partial<Pick<ReturnType<typeof resourceNotifications>, 'create' | 'update'>>
