import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'

const type = (verb: string) =>
  notification(`group_type.${verb}`, {
    publisher: 'group_type',
    payload: Type.Object(
      {
        group_types: Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false }),
      },
      { additionalProperties: false },
    ),
  })

/** Group types. */
export const groupTypeNotifications = {
  create: type('create'),
  update: type('update'),
  delete: type('delete'),
}

const specs = (verb: string) =>
  notification(`group_type_specs.${verb}`, {
    publisher: 'group_type_specs',
    payload: Type.Object(
      { type_id: Type.String(), specs: Type.Record(Type.String(), Type.String()) },
      { additionalProperties: false },
    ),
  })

export const groupSpecsNotifications = {
  create: specs('create'),
  update: specs('update'),
  delete: specs('delete'),
}
