import type { OutsideAddress } from '@nimbo/clients/floating-ips'
import type { Context } from '@nimbo/kernel/context'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import { canonicalAddress } from '../../domain/networks/ip-address.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import { findServer } from '../servers/find-server.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'enforcer' | 'clients'>

/** A fixed IP of a server with its port. */
interface Inside {
  readonly portId: string
  readonly address: string
}

/** The requested fixed IP, or the first IPv4 one. Throws `BadRequest`. */
const chooseInside = (
  inside: readonly Inside[],
  serverId: string,
  outside: string,
  asked?: string,
): Inside => {
  if (inside.length === 0) throw errors.BadRequest({ reason: 'No fixed IPs associated to instance' })
  if (asked !== undefined) {
    const named = inside.find(({ address }) => canonicalAddress(address) === canonicalAddress(asked))
    if (!named) throw errors.BadRequest({ reason: 'Specified fixed address not assigned to instance' })
    return named
  }
  const first = inside.find(({ address }) => !address.includes(':'))
  if (!first)
    throw errors.BadRequest({
      reason: `Unable to associate floating IP ${outside} to any fixed IPs for instance ${serverId}. Instance has no fixed IPv4 addresses to associate.`,
    })
  return first
}

/** Associates floating IPs with servers, through Neutron and with the user's token. */
export const serverFloatingIps = (deps: Deps) => {
  const find = findServer(deps)
  const { network, proxied } = deps.clients

  const findAddress = async (ctx: Context, address: string, missing: string): Promise<OutsideAddress> => {
    const query = { floating_ip_address: canonicalAddress(address) }
    const [found] = await proxied.floatingIps.list(ctx, query)
    if (!found) throw errors.NotFound({ reason: missing })
    return found
  }

  const insideOf = async (ctx: Context, serverId: string): Promise<readonly Inside[]> =>
    (await network.ports(ctx, { device_id: serverId }, ['id', 'fixed_ips'])).flatMap(({ id, fixed_ips }) =>
      fixed_ips.map(({ ip_address }) => ({ portId: id, address: ip_address })),
    )

  const add = async (
    ctx: Context,
    serverId: string,
    { address, fixed }: { readonly address: string; readonly fixed: string | undefined },
  ): Promise<void> => {
    await find(ctx, serverId)
    const inside = chooseInside(await insideOf(ctx, serverId), serverId, address, fixed)
    const missing = `Floating IP not found for address ${address}.`
    const { id } = await findAddress(ctx, address, missing)
    const association = { port_id: inside.portId, fixed_ip_address: inside.address }
    await proxied.floatingIps.associate(ctx, id, association).catch((error: unknown) => {
      if (!isRemote(error, 400, 404, 409)) throw error
      throw errors.BadRequest({
        reason: `Unable to associate floating IP ${address} to fixed IP ${inside.address} for instance ${serverId}. Error: ${error.message}`,
      })
    })
  }

  const remove = async (ctx: Context, serverId: string, address: string): Promise<void> => {
    await find(ctx, serverId)
    const { id, port_id } = await findAddress(ctx, address, 'floating IP not found')
    const inside = await insideOf(ctx, serverId)
    if (port_id === null || !inside.some(({ portId }) => portId === port_id))
      throw errors.Conflict({
        reason: `Floating IP ${address} is not associated with instance ${serverId}.`,
      })
    await proxied.floatingIps.associate(ctx, id, { port_id: null, fixed_ip_address: null })
  }

  return { add, remove }
}
