import type { PlainNdpProxy } from '@nimbo/contracts/network/ndp-proxy'
import type { PlainPort, port } from '@nimbo/contracts/network/port'
import type { PlainRouter, Router, router } from '@nimbo/contracts/network/router'
import type { Change } from '@nimbo/resource/hooks'
import { remove } from '../../app/life.ts'
import type { Inside } from '../../app/deps.ts'
import type { Db } from '../../tables.ts'
import { ports } from '../port/ports.ts'
import { reportRunning } from '../router/schedule-router.ts'
import { errors } from './errors.ts'
import { ndpProxies, proxiesOf, proxiesTo } from './ndp-proxies.ts'
import { wayOutside } from './way-outside.ts'

/** Tells the hosts of a router to announce its changed proxies. */
export const tellRouterOfProxy = (inside: Inside, { router_id: routerId }: PlainNdpProxy): Promise<void> =>
  reportRunning(inside, routerId)

/** Refuses `enable_ndp_proxy` for a router without an IPv6 gateway. */
export const needWayOutside = async ({ db }: Inside, made: Router): Promise<void> => {
  if (made.enable_ndp_proxy) await wayOutside(db, made.id)
}

/** Refuses to remove a gateway while proxies exist, and to set `enable_ndp_proxy` without an IPv6 gateway. */
export const keepWayOutside = async (
  { db }: Inside,
  { before, after }: Change<typeof router>,
): Promise<void> => {
  if (!after.enable_ndp_proxy) return
  const lost = after.external_gateways.length < before.external_gateways.length
  if (lost && (await proxiesOf(db, [after.id])).length > 0)
    throw errors.RouterGatewayInUseByNDPProxy({ id: after.id })
  if (!before.enable_ndp_proxy) await wayOutside(db, after.id)
}

/** Deletes the proxies of a deleted port. */
export const endWithPort = async (inside: Inside, { id }: PlainPort): Promise<void> => {
  for (const proxy of await proxiesTo(inside.db, id)) await remove(inside, ndpProxies, proxy)
}

/** Deletes the proxies of addresses that a port lost. */
export const endWithAddresses = async (
  inside: Inside,
  { before, after }: Change<typeof port>,
): Promise<void> => {
  const kept = new Set(after.fixed_ips.map(({ ip_address }) => ip_address))
  if (before.fixed_ips.every(({ ip_address }) => kept.has(ip_address))) return
  for (const proxy of await proxiesTo(inside.db, after.id))
    if (!kept.has(proxy.ip_address)) await remove(inside, ndpProxies, proxy)
}

/** The first of these subnets that has addresses with a proxy on the router. */
export const subnetProxied = async (
  db: Db,
  { id }: PlainRouter,
  subnetIds: readonly string[],
): Promise<string | undefined> => {
  const proxies = await proxiesOf(db, [id])
  if (proxies.length === 0) return undefined
  const held = await ports.list(
    db,
    'all',
    { id: proxies.map(({ port_id }) => port_id) },
    { fields: ['fixed_ips'] },
  )
  const addresses = new Set(proxies.map(({ ip_address }) => ip_address))
  return held
    .flatMap(({ fixed_ips }) => fixed_ips)
    .find(({ subnet_id, ip_address }) => subnetIds.includes(subnet_id) && addresses.has(ip_address))
    ?.subnet_id
}
