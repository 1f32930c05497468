import { floatingIpOperations } from '@nimbo/contracts/network/floating-ip'
import type { Clients } from '../../resource-type/clients.ts'
import { present } from '../../resource-type/present.ts'
import { given, namesOf } from '../also-needed.ts'
import { interfacesFor } from './ways-outside.ts'
import { like, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

interface Association {
  readonly floatingip_id: string
  readonly port_id: string
  readonly fixed_ip_address?: string
}

const associate = async ({ network }: Clients, { floatingip_id, port_id, fixed_ip_address }: Association) => {
  const floatingip = present({ port_id, fixed_ip_address })
  await network.call(floatingIpOperations.update, { path: { floatingip_id }, body: { floatingip } })
}

const dissociate = async ({ network }: Clients, { floatingip_id, port_id }: Association) => {
  const { floatingip } = await network.call(floatingIpOperations.show, { path: { floatingip_id } })
  if (floatingip.port_id !== port_id) return
  await network.call(floatingIpOperations.update, {
    path: { floatingip_id },
    body: { floatingip: { port_id: null } },
  })
}

export const floatingIpAssociation = defineResourceType({
  type: 'OS::Neutron::FloatingIPAssociation',
  properties: {
    floatingip_id: string({ required: true, update: 'in-place' }),
    port_id: like('neutron.port', { required: true, update: 'in-place' }),
    fixed_ip_address: like('ip_addr', { update: 'in-place' }),
  },
  client: 'network',
  create: async ({ properties, clients }) => {
    await associate(clients, properties)
    return properties.floatingip_id
  },
  update: async ({ properties, clients }, { before }) => {
    if (before.floatingip_id !== properties.floatingip_id) await dissociate(clients, before)
    await associate(clients, properties)
  },
  delete: ({ properties, clients }) => dissociate(clients, properties),
  isDeleted: async () => true,
  needs: (own, all) => namesOf(interfacesFor(all, given(own, 'port_id'))),
})
