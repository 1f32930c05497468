import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'

const encryption = (verb: string) =>
  notification(`volume_type_encryption.${verb}`, {
    publisher: 'volume_type_encryption',
    payload: Type.Object(
      { encryption: Type.Record(Type.String(), Type.Unknown()), type_id: Type.String() },
      { additionalProperties: false },
    ),
  })

/** Encryption of volume types. */
export const encryptionNotifications = { create: encryption('create'), update: encryption('update') }
