import { isIPv6 } from 'node:net'
import type { FixedIp, FixedIpRequest, Port } from '@nimbo/clients/network'
import { addFixedIp as adding } from '@nimbo/contracts/compute/actions/add-fixed-ip'
import { removeFixedIp as removing } from '@nimbo/contracts/compute/actions/remove-fixed-ip'
import type { Context } from '@nimbo/kernel/context'
import { type Guarded, requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { canonicalAddress } from '../../domain/networks/ip-address.ts'
import { errors } from '../../errors.ts'
import type { Server } from '../../domain/servers/server.ts'
import type { ComputeApiDeps } from '../app.ts'
import { findServer, type LocatedServer } from '../servers/find-server.ts'
import { inOldWords } from './in-old-words.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'enforcer' | 'clients' | 'notices'>

/** A server with the new addresses of a port; its record gets them a little later, by Neutron's event. */
const withAddresses = (server: Server, { id, fixed_ips }: Pick<Port, 'id' | 'fixed_ips'>): Server => ({
  ...server,
  networkInfo: server.networkInfo.map((one) =>
    one.portId === id
      ? {
          ...one,
          addresses: fixed_ips.map(({ ip_address: address }) => ({
            address,
            version: isIPv6(address) ? 6 : 4,
            floatingIps: one.addresses.find((known) => known.address === address)?.floatingIps ?? [],
          })),
        }
      : one,
  ),
})

/** Adds and removes fixed IPs of a server's ports; Neutron's events then update the server. */
export const serverFixedIps = (deps: Deps) => {
  const find = findServer(deps)
  const { network, service } = deps.clients

  const portsOf = async (ctx: Context, serverId: string, action: Guarded, networkId?: string) => {
    const located = await find(ctx, serverId)
    requireAllowed(action, located.server, deps.enforcer.isAdmin(ctx))
    const ofNetwork = networkId === undefined ? {} : { network_id: networkId }
    return {
      located,
      ports: await network.ports(ctx, { device_id: serverId, ...ofNetwork }, ['id', 'fixed_ips']),
    }
  }

  /** Uses Nova's own account: users may not choose addresses on networks that other projects share with them. */
  const setAddresses = async (
    ctx: Context,
    { server, cellId }: LocatedServer,
    change: 'create' | 'delete',
    portId: string,
    fixed_ips: FixedIpRequest[],
  ): Promise<void> => {
    const cell = cellId === null ? undefined : await deps.databases.cell(cellId)
    if (cell) await deps.notices.addressed(cell, ctx, server, change, 'start')
    const port = await inOldWords(service.network.updatePort(ctx, portId, { fixed_ips }))
    if (cell) await deps.notices.addressed(cell, ctx, withAddresses(server, port), change, 'end')
  }

  return {
    add: async (ctx: Context, serverId: string, networkId: string): Promise<void> => {
      const { located, ports } = await portsOf(ctx, serverId, adding, networkId)
      const [port] = ports
      const [subnet] = port === undefined ? [] : await network.subnets(ctx, { network_id: networkId })
      if (port === undefined || subnet === undefined)
        throw errors.BadRequest({
          reason: `Network ${networkId} could not be found for instance ${serverId}.`,
        })
      await setAddresses(ctx, located, 'create', port.id, [...port.fixed_ips, { subnet_id: subnet.id }])
    },
    remove: async (ctx: Context, serverId: string, address: string): Promise<void> => {
      const wanted = canonicalAddress(address)
      const isWanted = ({ ip_address }: FixedIp) => canonicalAddress(ip_address) === wanted
      const { located, ports } = await portsOf(ctx, serverId, removing)
      const port = ports.find(({ fixed_ips }) => fixed_ips.some(isWanted))
      if (port === undefined)
        throw errors.BadRequest({
          reason: `Instance ${serverId} doesn't have fixed IP '${address}'.`,
        })
      await setAddresses(
        ctx,
        located,
        'delete',
        port.id,
        port.fixed_ips.filter((one) => !isWanted(one)),
      )
    },
  }
}
