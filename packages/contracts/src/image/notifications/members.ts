import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'

const ImageMemberPayload = Type.Object(
  {
    image_id: Type.String(),
    member_id: Type.String(),
    status: Type.String(),
    created_at: Type.String(),
    updated_at: Type.String(),
    deleted: Type.Boolean(),
    deleted_at: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
)

const member = (verb: string) =>
  notification(`image.member.${verb}`, { publisher: 'image', payload: ImageMemberPayload })

/** Sharing of images. */
export const imageMemberNotifications = {
  create: member('create'),
  update: member('update'),
  delete: member('delete'),
}
