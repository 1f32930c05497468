import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'

const Text = Type.Union([Type.String(), Type.Null()])
const Count = Type.Union([Type.Integer(), Type.Null()])

/** An image in notifications. */
const ImagePayload = Type.Object(
  {
    id: Type.String(),
    name: Text,
    status: Type.String(),
    created_at: Type.String(),
    updated_at: Type.String(),
    min_disk: Type.Integer(),
    min_ram: Type.Integer(),
    protected: Type.Boolean(),
    checksum: Text,
    owner: Text,
    disk_format: Text,
    container_format: Text,
    size: Count,
    virtual_size: Count,
    is_public: Type.Boolean(),
    visibility: Type.String(),
    properties: Type.Record(Type.String(), Type.String()),
    tags: Type.Array(Type.String()),
    deleted: Type.Boolean(),
    deleted_at: Text,
  },
  { additionalProperties: false },
)

const image = (verb: string) => notification(`image.${verb}`, { publisher: 'image', payload: ImagePayload })

/** Creation, upload, activation, update and deletion. */
export const imageNotifications = {
  create: image('create'),
  prepare: image('prepare'),
  upload: image('upload'),
  activate: image('activate'),
  update: image('update'),
  delete: image('delete'),
}

const ImageSentPayload = Type.Object(
  {
    bytes_sent: Type.Integer(),
    image_id: Type.String(),
    owner_id: Text,
    receiver_tenant_id: Text,
    receiver_user_id: Text,
    destination_ip: Text,
  },
  { additionalProperties: false },
)

/** An image's data were downloaded. */
export const imageSent = notification('image.send', { publisher: 'image', payload: ImageSentPayload })
