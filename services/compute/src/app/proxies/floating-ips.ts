import type { OutsideAddress } from '@nimbo/clients/floating-ips'
import type { Context } from '@nimbo/kernel/context'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import { inOldWords } from './in-old-words.ts'

type Deps = Pick<ComputeApiDeps, 'clients' | 'config'>

/** A floating IP, the name of its external network (pool), and its server. */
export interface PooledAddress {
  readonly address: OutsideAddress
  readonly pool: string
  readonly serverId: string | null
}

const missing = (id: string): string => `Floating IP not found for ID ${id}`

/** Adds pool names and servers to floating IPs. */
const describing =
  ({ clients: { network } }: Deps) =>
  async (ctx: Context, found: readonly OutsideAddress[]): Promise<readonly PooledAddress[]> => {
    const portIds = found.flatMap(({ port_id }) => port_id ?? [])
    const [pools, ports] = await Promise.all([
      found.length === 0 ? [] : network.networks(ctx, { 'router:external': true }),
      portIds.length === 0 ? [] : network.ports(ctx, { id: portIds }, ['id', 'device_id']),
    ])
    const nameOf = new Map(pools.map(({ id, name }) => [id, name]))
    const deviceOf = new Map(ports.map(({ id, device_id }) => [id, device_id]))
    return found.map((address) => ({
      address,
      pool: nameOf.get(address.floating_network_id) || address.floating_network_id,
      serverId: (address.port_id !== null && deviceOf.get(address.port_id)) || null,
    }))
  }

/** A project's floating IPs as in Nova's deprecated API, with pools given by name. */
export const oldFloatingIps = (deps: Deps) => {
  const { network, proxied } = deps.clients
  const describe = describing(deps)

  const describeOne = async (ctx: Context, address: OutsideAddress): Promise<PooledAddress> => {
    const [described] = await describe(ctx, [address])
    if (!described) throw errors.NotFound({ reason: missing(address.id) })
    return described
  }

  return {
    list: async (ctx: Context): Promise<readonly PooledAddress[]> =>
      describe(ctx, await proxied.floatingIps.list(ctx, { project_id: ctx.projectId })),
    show: async (ctx: Context, id: string): Promise<PooledAddress> =>
      describeOne(ctx, await inOldWords(proxied.floatingIps.show(ctx, id), missing(id))),
    create: async (ctx: Context, pool: string | null | undefined): Promise<PooledAddress> => {
      const name = pool || deps.config.neutron.default_floating_pool
      const pools = await network.networks(ctx, { 'router:external': true })
      const wanted = pools.filter((one) => one.id === name || one.name === name)
      const [first, another] = wanted
      if (!first) throw errors.NotFound({ reason: 'Floating IP pool not found.' })
      if (another)
        throw errors.BadRequest({ reason: `Multiple floating IP pools matches found for name '${name}'` })
      return describeOne(ctx, await inOldWords(proxied.floatingIps.create(ctx, first.id)))
    },
    remove: async (ctx: Context, id: string): Promise<void> =>
      inOldWords(proxied.floatingIps.remove(ctx, id), missing(id)),
  }
}
