import type { NetworkClient, Port } from '@nimbo/clients/network'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import { defineErrors, fault } from '@nimbo/kernel/errors'
import { type AddressedPort, fieldsOfNetwork, type ServerPort } from '../domain/networks/server-port.ts'
import { isDevicePort } from '../domain/pci/port-requests.ts'

const errors = defineErrors({
  NetworkUnknown: fault<{ networkId: string }>(
    'notFound',
    ({ networkId }) => `Network ${networkId} could not be found.`,
  ),
})

/** Ports with their networks, in the given order. */
export const withNetworks = async (
  network: Pick<NetworkClient, 'networks'>,
  ctx: Context,
  ports: readonly Omit<ServerPort, 'network'>[],
): Promise<readonly ServerPort[]> => {
  if (ports.length === 0) return []
  const networks = await network.networks(ctx, { id: networkIdsOf(ports) }, fieldsOfNetwork)
  return ports.map((one) => {
    const found = networks.find(({ id }) => id === one.port.network_id)
    if (found === undefined) throw errors.NetworkUnknown({ networkId: one.port.network_id })
    return { ...one, network: found }
  })
}

/** Ports with the subnets of their addresses, for the guest's network data. */
export const withSubnets = async (
  network: Pick<NetworkClient, 'subnets'>,
  ctx: Context,
  ports: readonly ServerPort[],
): Promise<readonly AddressedPort[]> => {
  if (ports.length === 0) return []
  const subnets = await network.subnets(ctx, { network_id: networkIdsOf(ports) })
  return ports.map((one) => {
    const used = new Set(one.port.fixed_ips.map(({ subnet_id }) => subnet_id))
    return { ...one, subnets: subnets.filter(({ id }) => used.has(id)) }
  })
}

const networkIdsOf = (ports: readonly { readonly port: Port }[]): readonly string[] => [
  ...new Set(ports.map(({ port }) => port.network_id)),
]

/** Ports with their binding profiles if a device of the host backs them; nothing is read for other ports. */
const withProfiles = async (
  network: Pick<NetworkClient, 'ports'>,
  ctx: Context,
  ports: readonly Port[],
): Promise<readonly Port[]> => {
  const id = ports.filter(isDevicePort).map((port) => port.id)
  if (id.length === 0) return ports
  const read = await network.ports(ctx, { id }, ['id', 'binding:profile'])
  return ports.map((port) => ({ ...port, ...read.find((one) => one.id === port.id) }))
}

/** The current ports of a server, from Neutron. */
export const serverPorts = async (
  network: Pick<NetworkClient, 'ports' | 'networks'>,
  ctx: Context,
  server: Pick<HostedServer, 'id' | 'networks' | 'interfaces'>,
): Promise<readonly ServerPort[]> => {
  const ports = await withProfiles(network, ctx, await network.ports(ctx, { device_id: server.id }))
  const known = new Map(server.interfaces.map((one) => [one.portId, one]))
  const brought = broughtPorts(server)
  const rank = new Map(server.interfaces.map(({ portId }, index) => [portId, index]))
  const ordered = [...ports].sort(
    (one, other) => (rank.get(one.id) ?? rank.size) - (rank.get(other.id) ?? rank.size),
  )
  return withNetworks(
    network,
    ctx,
    ordered.map((port) => {
      const tag = known.get(port.id)?.tag
      const preexisting = known.get(port.id)?.preexisting ?? brought.has(port.id)
      const floatingIps = new Map(
        known.get(port.id)?.addresses.map((each) => [each.address, each.floatingIps]),
      )
      return { port, preexisting, floatingIps, ...(tag === undefined ? {} : { tag }) }
    }),
  )
}

/** Ports with their current floating IPs. */
export const withFloatingIps = async (
  network: Pick<NetworkClient, 'floatingIps'>,
  ctx: Context,
  ports: readonly ServerPort[],
): Promise<readonly ServerPort[]> => {
  const all = await network.floatingIps(
    ctx,
    ports.map(({ port }) => port.id),
  )
  return ports.map((one) => {
    const ofPort = all.filter(({ port_id }) => port_id === one.port.id)
    const leadingTo = (address: string): readonly string[] =>
      ofPort.flatMap((each) => (each.fixed_ip_address === address ? [each.floating_ip_address] : []))
    const addresses = one.port.fixed_ips.map(({ ip_address }) => ip_address)
    return { ...one, floatingIps: new Map(addresses.map((address) => [address, leadingTo(address)])) }
  })
}

/** Ports that the user created, which outlive the server. */
export const broughtPorts = ({
  networks,
  interfaces,
}: Pick<HostedServer, 'networks' | 'interfaces'>): ReadonlySet<string> =>
  new Set([
    ...(typeof networks === 'string' ? [] : networks).flatMap(({ portId }) => portId ?? []),
    ...interfaces.filter(({ preexisting }) => preexisting).map(({ portId }) => portId),
  ])
