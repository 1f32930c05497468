import { floatingIpOperations } from '@nimbo/contracts/network/floating-ip'
import { portOperations } from '@nimbo/contracts/network/port'
import type { Clients } from '../../resource-type/clients.ts'
import { resourceErrors } from '../../resource-type/errors.ts'
import { like, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

interface Association {
  readonly server_id: string
  readonly floating_ip: string
}

/** The first port of a server. */
const portOf = async ({ network }: Clients, server: string): Promise<string | undefined> => {
  const { ports } = await network.call(portOperations.list, { query: { device_id: server } })
  return ports[0]?.id
}

const associate = async (clients: Clients, { server_id, floating_ip }: Association): Promise<void> => {
  const port_id = await portOf(clients, server_id)
  if (port_id === undefined)
    throw resourceErrors.ResourceFailure({ problem: `The server ${server_id} has no port.` })
  await clients.network.call(floatingIpOperations.update, {
    path: { floatingip_id: floating_ip },
    body: { floatingip: { port_id } },
  })
}

const dissociate = async (clients: Clients, { server_id, floating_ip }: Association): Promise<void> => {
  const path = { floatingip_id: floating_ip }
  const { floatingip } = await clients.network.call(floatingIpOperations.show, { path })
  const { ports } = await clients.network.call(portOperations.list, { query: { device_id: server_id } })
  if (!ports.some(({ id }) => id === floatingip.port_id)) return
  await clients.network.call(floatingIpOperations.update, { path, body: { floatingip: { port_id: null } } })
}

export const computeFloatingIpAssociation = defineResourceType({
  type: 'OS::Nova::FloatingIPAssociation',
  support: { status: 'HIDDEN', since: '11.0.0' },
  properties: {
    server_id: like('nova.server', { required: true, update: 'in-place' }),
    floating_ip: string({ required: true, update: 'in-place' }),
  },
  client: 'network',
  create: async ({ clients, properties, resource }) => {
    await associate(clients, properties)
    return resource.physicalName
  },
  update: async ({ clients, properties }, { before }) => {
    if (before.floating_ip !== properties.floating_ip) await dissociate(clients, before)
    await associate(clients, properties)
  },
  delete: ({ clients, properties }) => dissociate(clients, properties),
  isDeleted: async () => true,
})
