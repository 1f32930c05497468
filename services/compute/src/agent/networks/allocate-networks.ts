import type { NetworkClient, Port } from '@nimbo/clients/network'
import type { HostedServer, RequestedInterface } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import { isUuid } from '@nimbo/kernel/ids'
import { dnsNameOf } from '../../domain/networks/dns-name.ts'
import { portRequestsOf } from '../../domain/networks/port-requests.ts'
import type { ServerPort } from '../../domain/networks/server-port.ts'
import { withNetworks } from '../../resources/server-ports.ts'
import { errors } from '../agent-errors.ts'
import type { ResourceTracker } from '../host/resource-tracker.ts'
import { claimPortDevice } from '../pci/claim-port-device.ts'
import type { HostDevices } from '../pci/host-devices.ts'

export interface AllocateNetworksDeps {
  readonly host: string
  readonly network: NetworkClient
  readonly devices: HostDevices
  readonly tracker: Pick<ResourceTracker, 'find'>
}

/**
 * Line 23 of the boot flow: creates the ports that a server needs, takes those its user specified, and binds all to
 * this host. Ports created by an earlier attempt are found by the server's id.
 */
export const allocateNetworks =
  ({ host, network, devices, tracker }: AllocateNetworksDeps) =>
  async (ctx: Context, server: HostedServer): Promise<readonly ServerPort[]> => {
    const requested = await requestedInterfaces(network, ctx, server)
    if (requested.length === 0) return []
    const present = [...(await network.ports(ctx, { device_id: server.id }))]
    const binding = {
      device_id: server.id,
      device_owner: `compute:${server.availabilityZone ?? 'nova'}`,
      'binding:host_id': host,
      ...dnsNameOf(server),
    }
    const bind = async (port: Port): Promise<Port> => {
      const profile = await claimPortDevice({ network, devices, tracker }, ctx, server, port)
      if (profile !== undefined)
        return network.updatePort(ctx, port.id, { ...binding, 'binding:profile': profile })
      return port['binding:host_id'] === host && port.device_id === server.id
        ? port
        : network.updatePort(ctx, port.id, binding)
    }
    /** Each existing port serves one request: two interfaces may be on the same network. */
    const take = (fits: (port: Port) => boolean): Port | undefined => {
      const index = present.findIndex(fits)
      return index < 0 ? undefined : present.splice(index, 1)[0]
    }
    const groups = await securityGroupIds(network, ctx, server)
    const ports: { port: Port; preexisting: boolean; tag?: string }[] = []
    for (const { networkId, portId, fixedIp, tag } of requested) {
      const common = { preexisting: portId !== undefined, ...(tag === undefined ? {} : { tag }) }
      if (portId !== undefined) {
        const port = take(({ id }) => id === portId) ?? (await foreignPort(network, ctx, server, portId))
        ports.push({ port: await bind(port), ...common })
        continue
      }
      const made = take(
        ({ network_id, fixed_ips }) =>
          network_id === networkId &&
          (fixedIp === undefined || fixed_ips.some(({ ip_address }) => ip_address === fixedIp)),
      )
      const port = made
        ? await bind(made)
        : await network.createPort(ctx, {
            ...binding,
            ...(networkId === undefined ? {} : { network_id: networkId }),
            project_id: server.projectId,
            admin_state_up: true,
            ...(fixedIp === undefined ? {} : { fixed_ips: [{ ip_address: fixedIp }] }),
            ...(groups === undefined ? {} : { security_groups: groups }),
          })
      requireNoRequest(server, port)
      ports.push({ port, ...common })
    }
    return withNetworks(network, ctx, ports)
  }

/**
 * Throws `NetworksWithQoSPolicyNotSupported` for a new port with a resource request: the server's claim was made before
 * the port.
 */
const requireNoRequest = ({ id: serverId }: HostedServer, port: Port): void => {
  if (portRequestsOf([port]).length > 0)
    throw errors.NetworksWithQoSPolicyNotSupported({ serverId, networkId: port.network_id })
}

const foreignPort = async (
  network: NetworkClient,
  ctx: Context,
  server: HostedServer,
  portId: string,
): Promise<Port> => {
  const port = await network.port(ctx, portId)
  if (port === undefined) throw errors.PortUnknown({ portId })
  if (port.device_id !== '' && port.device_id !== server.id) throw errors.PortInUse({ portId })
  return port
}

/** `auto` is resolved late, because the project's network may change until the build. */
const requestedInterfaces = async (
  network: NetworkClient,
  ctx: Context,
  { networks, projectId }: HostedServer,
): Promise<readonly RequestedInterface[]> => {
  if (networks === 'none') return []
  if (networks !== 'auto') return networks
  const own = await network.networks(ctx, { project_id: projectId })
  const usable = own.filter((one) => !one['router:external'] || one.shared)
  const choices = usable.length > 0 ? usable : await network.networks(ctx, { shared: true })
  if (choices.length > 1) throw errors.NetworkAmbiguous({ projectId })
  return choices.map(({ id }) => ({ networkId: id }))
}

/** Ids of the requested groups; undefined lets Neutron choose (`default`). */
const securityGroupIds = async (
  network: NetworkClient,
  ctx: Context,
  { securityGroups, projectId }: HostedServer,
): Promise<readonly string[] | undefined> => {
  const named = securityGroups.filter((name) => name !== 'default')
  if (named.length === 0) return undefined
  if (securityGroups.every(isUuid)) return securityGroups
  const groups = await network.securityGroups(ctx, { project_id: projectId }, ['id', 'name'])
  return securityGroups.map((name) => {
    const found = groups.find((group) => group.id === name || group.name === name)
    if (found === undefined) throw errors.SecurityGroupUnknown({ name })
    return found.id
  })
}
