import { portOperations } from '@nimbo/contracts/network/port'
import type { Clients } from '../../resource-type/clients.ts'
import { networkOf, subnetsOfPort } from '../neutron/around-a-port.ts'
import type { LiveServer } from './live-server.ts'

/** The addresses of a server by the names and also by the ids of its networks. */
export const networksWithIds = async ({ network }: Clients, server: LiveServer) => {
  const texts = Object.entries(server.addresses).map(
    ([name, addresses]) => [name, addresses.map(({ addr }) => addr)] as const,
  )
  const { ports } = await network.call(portOperations.list, { query: { device_id: server.id } })
  const byId = ports.flatMap(({ network_id, fixed_ips = [] }) => {
    const own = texts.find(([, addresses]) =>
      fixed_ips.some(({ ip_address }) => addresses.includes(ip_address)),
    )
    return own === undefined || network_id === undefined ? [] : [[network_id, own[1]] as const]
  })
  return Object.fromEntries([...texts, ...byId])
}

/** Its addresses with their ports, subnets and networks. */
export const addressesInFull = async (clients: Clients, server: LiveServer) => {
  const { ports } = await clients.network.call(portOperations.list, { query: { device_id: server.id } })
  const around = new Map<string, object>()
  for (const port of ports)
    around.set(port.mac_address ?? '', {
      port: port.id,
      subnets: await subnetsOfPort(clients, port),
      network: await networkOf(clients, port),
    })
  return Object.fromEntries(
    Object.entries(server.addresses).map(([name, addresses]) => [
      name,
      addresses.map((address) => ({ ...address, ...around.get(address['OS-EXT-IPS-MAC:mac_addr']) })),
    ]),
  )
}

export const firstAddress = ({ addresses }: LiveServer): string =>
  Object.values(addresses).flat()[0]?.addr ?? ''
