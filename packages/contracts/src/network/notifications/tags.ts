import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'

const TagPayload = Type.Object({
  /** The collection, as in paths: `networks`. */
  obj_resource: Type.String(),
  obj_resource_id: Type.String(),
  tags: Type.Array(Type.String()),
})

const tag = (verb: string) =>
  notification(`tag.${verb}`, { publisher: 'network', phases: ['start', 'end'], payload: TagPayload })

/** One is added, all are replaced, one is taken away, all are. */
export const tagNotifications = {
  create: tag('create'),
  update: tag('update'),
  delete: tag('delete'),
  deleteAll: tag('delete_all'),
}
