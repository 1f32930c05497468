import { attach, detach, isAttached, isDetached } from './attachment.ts'
import { like, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const volumeAttachment = defineResourceType({
  type: 'OS::Cinder::VolumeAttachment',
  properties: {
    instance_uuid: string({ required: true, update: 'in-place' }),
    volume_id: like('cinder.volume', { required: true, update: 'in-place' }),
    mountpoint: string({ update: 'in-place' }),
  },
  client: 'compute',
  create: async ({ clients, properties }) => {
    await attach(clients, properties)
    return properties.volume_id
  },
  isCreated: ({ clients, properties }) => isAttached(clients, properties),
  update: ({ clients }, { before }) => detach(clients, before),
  isUpdated: async ({ clients, properties }, { before }) => {
    const { volume_id, instance_uuid } = properties
    const isOther = before.volume_id !== volume_id || before.instance_uuid !== instance_uuid
    if (isOther && !(await isDetached(clients, before))) return false
    await attach(clients, properties)
    return isAttached(clients, properties)
  },
  delete: ({ clients, properties }) => detach(clients, properties),
  isDeleted: ({ clients, properties }) => isDetached(clients, properties),
})
