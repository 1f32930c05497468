import { floatingIpOperations } from '@nimbo/contracts/network/floating-ip'
import { networkOperations } from '@nimbo/contracts/network/network'
import type { Clients } from '../../resource-type/clients.ts'
import { resourceErrors } from '../../resource-type/errors.ts'
import { makeOnce } from '../../resource-type/make-once.ts'
import { present } from '../../resource-type/present.ts'
import { resolveEntities } from '../../resource-type/resolve-entity.ts'
import { string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

/** The external network of a pool; without a pool, the first external network. */
const networkNamed = async (clients: Clients, pool: string | undefined): Promise<string> => {
  if (pool !== undefined) return String(await resolveEntities(clients)('neutron.network', pool))
  const query = { 'router:external': true }
  const [first] = (await clients.network.call(networkOperations.list, { query })).networks
  if (first?.id === undefined)
    throw resourceErrors.ResourceFailure({ problem: 'Could not allocate floating IP: no external network.' })
  return first.id
}

export const computeFloatingIp = defineResourceType({
  type: 'OS::Nova::FloatingIP',
  support: { status: 'HIDDEN', since: '11.0.0' },
  properties: {
    pool: string(),
  },
  client: 'network',
  create: async ({ clients, properties: { pool }, attempt, stack }) => {
    const floating_network_id = await networkNamed(clients, pool)
    return makeOnce(attempt, {
      make: async () => {
        const body = { floatingip: { floating_network_id } }
        return (await clients.network.call(floatingIpOperations.create, { body })).floatingip.id ?? ''
      },
      find: async () => {
        const { floatingips } = await clients.network.call(floatingIpOperations.list, {
          query: { floating_network_id, project_id: stack.projectId },
        })
        return floatingips.flatMap(({ id, port_id, created_at }) =>
          id === undefined || port_id ? [] : [present({ id, created_at })],
        )
      },
    })
  },
  show: async ({ clients, id }) =>
    (await clients.network.call(floatingIpOperations.show, { path: { floatingip_id: id } })).floatingip,
  delete: async ({ clients, id }) => {
    await clients.network.call(floatingIpOperations.delete, { path: { floatingip_id: id } })
  },
  isDeleted: async () => true,
  attributes: {
    pool: { type: 'string', of: (live) => live.floating_network_id },
    ip: { type: 'string', of: (live) => live.floating_ip_address },
  },
})
