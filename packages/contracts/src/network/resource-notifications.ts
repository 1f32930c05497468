import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'

const Fields = Type.Record(Type.String(), Type.Unknown())
const Id = Type.String()

/** What was asked for, by the name of the resource, as in the body of the request. */
const asked = (name: string) => Type.Object({ [name]: Fields })

const told = (event: string, payload: ReturnType<typeof Type.Object>) =>
  notification(event, { publisher: 'network', payload })

/**
 * What is told of one kind of resource. Before and after share no payload: what was asked for, then the resource with all
 * its attributes. Of some kinds nothing but the id is told when one was deleted.
 */
export const resourceNotifications = (
  name: string,
  { whenDeleted }: { readonly whenDeleted: 'whole' | 'id' },
) => {
  const idOf = { [`${name}_id`]: Id }
  const whole = asked(name)
  return {
    name,
    create: { start: told(`${name}.create.start`, asked(name)), end: told(`${name}.create.end`, whole) },
    update: {
      start: told(`${name}.update.start`, Type.Object({ [name]: Fields, id: Id })),
      end: told(`${name}.update.end`, whole),
    },
    delete: {
      start: told(`${name}.delete.start`, Type.Object(idOf)),
      end: told(
        `${name}.delete.end`,
        Type.Object(whenDeleted === 'whole' ? { ...idOf, [name]: Fields } : idOf),
      ),
      whenDeleted,
    },
  }
}

/** What is told of a kind of resource, whichever it is. */
export type ResourceNotifications = Pick<ReturnType<typeof resourceNotifications>, 'name' | 'delete'> &
  Partial<Pick<ReturnType<typeof resourceNotifications>, 'create' | 'update'>>
