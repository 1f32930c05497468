import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'

const exists = (name: string) =>
  notification(`${name}.exists`, {
    publisher: 'network',
    payload: Type.Object({ [name]: Type.Record(Type.String(), Type.Unknown()) }),
  })

/** The `.exists` notifications that usage audits emit, one for each resource, with all its attributes. */
export const existsNotifications = {
  network: exists('network'),
  subnet: exists('subnet'),
  port: exists('port'),
  router: exists('router'),
  floatingip: exists('floatingip'),
}
