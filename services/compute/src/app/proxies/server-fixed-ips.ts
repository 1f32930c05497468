import type { FixedIp, FixedIpRequest } from '@nimbo/clients/network'
import { addFixedIp as adding } from '@nimbo/contracts/compute/actions/add-fixed-ip'
import { removeFixedIp as removing } from '@nimbo/contracts/compute/actions/remove-fixed-ip'
import type { Context } from '@nimbo/kernel/context'
import { type Guarded, requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { canonicalAddress } from '../../domain/networks/ip-address.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import { findServer } from '../servers/find-server.ts'
import { inOldWords } from './in-old-words.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'enforcer' | 'clients'>

/** Adds and removes fixed IPs of a server's ports; Neutron's events then update the server. */
export const serverFixedIps = (deps: Deps) => {
  const find = findServer(deps)
  const { network, service } = deps.clients

  const portsOf = async (ctx: Context, serverId: string, action: Guarded, networkId?: string) => {
    const { server } = await find(ctx, serverId)
    requireAllowed(action, server, deps.enforcer.isAdmin(ctx))
    const ofNetwork = networkId === undefined ? {} : { network_id: networkId }
    return network.ports(ctx, { device_id: serverId, ...ofNetwork }, ['id', 'fixed_ips'])
  }

  /** Uses Nova's own account: users may not choose addresses on networks shared by other projects. */
  const setAddresses = async (ctx: Context, portId: string, fixed_ips: FixedIpRequest[]): Promise<void> => {
    await inOldWords(service.network.updatePort(ctx, portId, { fixed_ips }))
  }

  return {
    add: async (ctx: Context, serverId: string, networkId: string): Promise<void> => {
      const [port] = await portsOf(ctx, serverId, adding, networkId)
      const [subnet] = port === undefined ? [] : await network.subnets(ctx, { network_id: networkId })
      if (port === undefined || subnet === undefined)
        throw errors.BadRequest({
          reason: `Network ${networkId} could not be found for instance ${serverId}.`,
        })
      await setAddresses(ctx, port.id, [...port.fixed_ips, { subnet_id: subnet.id }])
    },
    remove: async (ctx: Context, serverId: string, address: string): Promise<void> => {
      const wanted = canonicalAddress(address)
      const isWanted = ({ ip_address }: FixedIp) => canonicalAddress(ip_address) === wanted
      const port = (await portsOf(ctx, serverId, removing)).find(({ fixed_ips }) => fixed_ips.some(isWanted))
      if (port === undefined)
        throw errors.BadRequest({
          reason: `Instance ${serverId} doesn't have fixed IP '${address}'.`,
        })
      await setAddresses(
        ctx,
        port.id,
        port.fixed_ips.filter((one) => !isWanted(one)),
      )
    },
  }
}
