import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'

const Text = Type.Union([Type.String(), Type.Null()])

const when = {
  created_at: Type.String(),
  updated_at: Type.String(),
  deleted: Type.Boolean(),
  deleted_at: Text,
}

const NamespacePayload = Type.Object(
  {
    namespace: Type.String(),
    namespace_old: Type.String(),
    display_name: Text,
    description: Text,
    visibility: Type.String(),
    protected: Type.Boolean(),
    owner: Text,
    ...when,
  },
  { additionalProperties: false },
)

/** An item of a namespace; the payload also contains the item's attributes as clients give them. */
const ItemPayload = Type.Object({
  namespace: Type.String(),
  name: Type.String(),
  name_old: Type.String(),
  ...when,
})

const namespace = (verb: string) =>
  notification(`metadef_namespace.${verb}`, { publisher: 'image', payload: NamespacePayload })

const item = (what: string, verb: string) =>
  notification(`metadef_${what}.${verb}`, { publisher: 'image', payload: ItemPayload })

const lifeOf = (what: string) => ({
  create: item(what, 'create'),
  update: item(what, 'update'),
  delete: item(what, 'delete'),
})

/** Metadata definition namespaces. */
export const namespaceNotifications = {
  create: namespace('create'),
  update: namespace('update'),
  delete: namespace('delete'),
  delete_objects: namespace('delete_objects'),
  delete_properties: namespace('delete_properties'),
  delete_tags: namespace('delete_tags'),
}

export const objectNotifications = lifeOf('object')
export const propertyNotifications = lifeOf('property')
export const tagNotifications = lifeOf('tag')

/** Associations are created and deleted, never updated. */
export const associationNotifications = {
  create: item('resource_type', 'create'),
  delete: item('resource_type', 'delete'),
}
