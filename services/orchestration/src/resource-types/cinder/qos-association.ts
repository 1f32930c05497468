import { associateQosSpecs, disassociateQosSpecs } from '@nimbo/contracts/volume/qos-specs'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Clients } from '../../resource-type/clients.ts'
import { without } from '../changed-keys.ts'
import { like, listOf } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

type Types = readonly string[]

const associate = async (
  { volume }: Clients,
  qos_id: string,
  { wanted = [], before = [] }: { readonly wanted?: Types; readonly before?: Types },
): Promise<void> => {
  const path = { qos_id }
  for (const vol_type_id of without(before, wanted))
    await unlessNotFound(volume.call(disassociateQosSpecs, { path, query: { vol_type_id } }))
  for (const vol_type_id of without(wanted, before))
    await volume.call(associateQosSpecs, { path, query: { vol_type_id } })
}

export const qosAssociation = defineResourceType({
  type: 'OS::Cinder::QoSAssociation',
  support: { since: '8.0.0' },
  properties: {
    qos_specs: like('cinder.qos_specs', { required: true }),
    volume_types: listOf(like('cinder.vtype'), { required: true, update: 'in-place' }),
  },
  client: 'volume',
  create: async ({ clients, properties: { qos_specs, volume_types }, resource }) => {
    await associate(clients, qos_specs, { wanted: volume_types })
    return resource.physicalName
  },
  update: ({ clients, properties: { qos_specs, volume_types } }, { before }) =>
    associate(clients, qos_specs, { wanted: volume_types, before: before.volume_types }),
  delete: ({ clients, properties: { qos_specs, volume_types } }) =>
    associate(clients, qos_specs, { before: volume_types }),
  isDeleted: async () => true,
})
