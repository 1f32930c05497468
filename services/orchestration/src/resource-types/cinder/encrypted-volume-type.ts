import {
  createEncryption,
  deleteEncryption,
  listEncryption,
  updateEncryption,
} from '@nimbo/contracts/volume/encryption'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Clients } from '../../resource-type/clients.ts'
import { present } from '../../resource-type/present.ts'
import { integer, like, oneOf, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

/** The id of a volume type's encryption; undefined if it has none. */
const encryptionOf = async ({ volume }: Clients, volume_type_id: string): Promise<string | undefined> => {
  const encryption = await unlessNotFound(volume.call(listEncryption, { path: { volume_type_id } }))
  return encryption !== undefined && 'encryption_id' in encryption ? encryption.encryption_id : undefined
}

export const encryptedVolumeType = defineResourceType({
  type: 'OS::Cinder::EncryptedVolumeType',
  support: { since: '5.0.0' },
  properties: {
    provider: string({ required: true, update: 'in-place' }),
    control_location: oneOf(['front-end', 'back-end'], { update: 'in-place', default: 'front-end' }),
    cipher: oneOf(['aes-xts-plain64', 'aes-cbc-essiv'], { update: 'in-place' }),
    key_size: integer({ update: 'in-place' }),
    volume_type: like('cinder.vtype', { required: true }),
  },
  client: 'volume',
  create: async ({ clients, properties, attempt }) => {
    const { volume_type, ...encryption } = properties
    const path = { volume_type_id: volume_type }
    const known = async (): Promise<readonly string[]> =>
      [await encryptionOf(clients, volume_type)].filter((id) => id !== undefined)
    const before = await attempt.foundBefore(known)
    if (attempt.isRepeat && before.length === 0 && (await known()).length > 0) return volume_type
    await clients.volume.call(createEncryption, { path, body: { encryption: present(encryption) } })
    return volume_type
  },
  show: async ({ clients, id }) =>
    await clients.volume.call(listEncryption, { path: { volume_type_id: id } }),
  update: async ({ clients, id, properties }) => {
    const { volume_type: _type, ...encryption } = properties
    const path = { volume_type_id: id, encryption_id: (await encryptionOf(clients, id)) ?? '' }
    await clients.volume.call(updateEncryption, { path, body: { encryption: present(encryption) } })
  },
  delete: async ({ clients, id }) => {
    const encryption_id = await encryptionOf(clients, id)
    if (encryption_id === undefined) return
    await clients.volume.call(deleteEncryption, { path: { volume_type_id: id, encryption_id } })
  },
  isDeleted: async () => true,
})
