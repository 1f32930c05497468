import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'

const Texts = Type.Record(Type.String(), Type.String())

const TypePayload = Type.Object(
  {
    volume_types: Type.Object(
      {
        id: Type.String(),
        name: Type.String(),
        description: Type.Union([Type.String(), Type.Null()]),
        is_public: Type.Boolean(),
        extra_specs: Texts,
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)

const type = (verb: string) =>
  notification(`volume_type.${verb}`, { publisher: 'volume_type', payload: TypePayload })

/** Volume types. */
export const typeNotifications = { create: type('create'), update: type('update'), delete: type('delete') }

const ExtraSpecsPayload = Type.Object(
  { type_id: Type.String(), specs: Texts },
  { additionalProperties: false },
)

const extraSpecs = (verb: string) =>
  notification(`volume_type_extra_specs.${verb}`, {
    publisher: 'volume_type_extra_specs',
    payload: ExtraSpecsPayload,
  })

/** Extra specs: set several, set one, delete one; for deletions with the old values. */
export const extraSpecsNotifications = {
  create: extraSpecs('create'),
  update: extraSpecs('update'),
  delete: extraSpecs('delete'),
}

const access = (verb: string) =>
  notification(`volume_type_project.access.${verb}`, {
    publisher: 'volume_type_project',
    payload: Type.Object(
      { volume_type_id: Type.String(), project_id: Type.String() },
      { additionalProperties: false },
    ),
  })

/** Access to private types. */
export const typeAccessNotifications = { add: access('add'), remove: access('remove') }
