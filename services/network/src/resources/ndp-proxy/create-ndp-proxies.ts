import { type NdpProxy, ndpProxy } from '@nimbo/contracts/network/ndp-proxy'
import type { FixedIp, Port } from '@nimbo/contracts/network/port'
import type { PlainRouter } from '@nimbo/contracts/network/router'
import type { Context } from '@nimbo/kernel/context'
import type { Deps, Inside, Owned } from '../../app/deps.ts'
import { created } from '../../app/life.ts'
import { refreshed } from '../../app/refreshed.ts'
import { standardValues } from '../../app/standard-values.ts'
import { errors as general } from '../../errors.ts'
import { checkQuota } from '../../quotas/check-quota.ts'
import { networks } from '../network/networks.ts'
import { errors as portErrors } from '../port/errors.ts'
import { ports } from '../port/ports.ts'
import { errors as routerErrors } from '../router/errors.ts'
import { interfacesOf } from '../router/router-ports.ts'
import { routers } from '../router/routers.ts'
import { errors } from './errors.ts'
import { ndpProxies, proxiesOf } from './ndp-proxies.ts'
import { wayOutside } from './way-outside.ts'

const isIpv6 = ({ ip_address: address }: FixedIp): boolean => address.includes(':')

/** The port's IPv6 address for the proxy: the named one, or the only one. */
const addressMeant = (port: Port, reached: readonly FixedIp[], asked: string | undefined): string => {
  if (asked !== undefined) {
    if (!asked.includes(':')) throw errors.InvalidAddress({ address: asked, reason: 'not IPv6 address' })
    if (!port.fixed_ips.some(({ ip_address }) => ip_address === asked))
      throw errors.InvalidAddress({ address: asked, reason: `it does not belong to the port ${port.id}` })
    return asked
  }
  const [only, ...others] = reached
  if (only && others.length === 0) return only.ip_address
  throw general.BadRequest({
    resource: 'ndp_proxy',
    reason: `Requested port ${port.id} must have only one IPv6 address, or ip_address must be given`,
  })
}

/** Throws unless the internal subnet and the external network are in the same address scope. */
const checkScopes = async ({ db }: Inside, insideId: string, outsideId: string): Promise<void> => {
  const [inside, outside] = [
    (await refreshed(networks, db, insideId)).ipv6_address_scope,
    (await refreshed(networks, db, outsideId)).ipv6_address_scope,
  ]
  if (inside !== outside) throw errors.AddressScopeConflict({ outside, inside })
}

const routerMeant = async ({ deps, ctx, db }: Inside, id: string): Promise<PlainRouter> => {
  const router = await routers.plain(db, deps.callers.scopeOf(ctx), id)
  if (!router) throw routerErrors.RouterNotFound({ id })
  if (!router.enable_ndp_proxy) throw errors.RouterNDPProxyNotEnable({ id })
  return router
}

const createOne = async (inside: Inside, values: Owned<typeof ndpProxy>): Promise<NdpProxy> => {
  const { deps, ctx, db } = inside
  await checkQuota(inside, ndpProxy, values.project_id)
  const { id: routerId } = await routerMeant(inside, values.router_id)
  const { gateway } = await wayOutside(db, routerId)
  const port = await ports.get(db, deps.callers.scopeOf(ctx), values.port_id)
  if (!port) throw portErrors.PortNotFound({ id: values.port_id })
  const onRouter = new Set(
    (await interfacesOf(db, routerId)).flatMap(({ fixed_ips }) =>
      fixed_ips.map(({ subnet_id }) => subnet_id),
    ),
  )
  const reached = port.fixed_ips.filter((each) => isIpv6(each) && onRouter.has(each.subnet_id))
  if (reached.length === 0) throw errors.PortUnreachableRouter({ portId: port.id, routerId })
  const ip_address = addressMeant(port, reached, values.ip_address)
  if (!reached.some((each) => each.ip_address === ip_address))
    throw errors.PortUnreachableRouter({ portId: port.id, routerId })
  await checkScopes(inside, port.network_id, gateway.network_id)
  if ((await proxiesOf(db, [routerId])).some((each) => each.ip_address === ip_address))
    throw general.BadRequest({
      resource: 'ndp_proxy',
      reason: `There is an ndp proxy of ${ip_address} on router ${routerId} already`,
    })
  const row = { ...values, ip_address, ...standardValues(deps.clock) }
  await ndpProxies.insert(db, row)
  await created(inside, ndpProxy, values, row)
  return row
}

export const createNdpProxies =
  (deps: Deps) =>
  (ctx: Context, items: readonly Owned<typeof ndpProxy>[]): Promise<NdpProxy[]> =>
    deps.transaction(ctx, async (inside) => {
      const all: NdpProxy[] = []
      for (const values of items) all.push(await createOne(inside, values))
      return all
    })
