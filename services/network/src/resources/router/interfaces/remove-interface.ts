import type { Port } from '@nimbo/contracts/network/port'
import type { PlainRouter } from '@nimbo/contracts/network/router'
import { cidrOf, contains } from '@nimbo/ip/ip'
import type { Inside } from '../../../app/deps.ts'
import { subnetNeeded } from '../../floating-ip/needed-by.ts'
import { errors as subnetErrors } from '../../subnet/errors.ts'
import { errors as proxyErrors } from '../../ndp-proxy/errors.ts'
import { subnetProxied } from '../../ndp-proxy/proxies-of-others.ts'
import { removeOwnPort } from '../../port/own-port.ts'
import { subnets } from '../../subnet/subnets.ts'
import { errors } from '../errors.ts'
import { interfacesOf, subnetsOfPorts } from '../router-ports.ts'

/** Which interface to remove: by port, by subnet, or both. */
export interface MeantInterface {
  readonly port_id?: string
  readonly subnet_id?: string
}

const hasSubnet =
  (subnetId: string) =>
  ({ fixed_ips }: Port): boolean =>
    fixed_ips.some(({ subnet_id }) => subnet_id === subnetId)

const interfaceMeant = async (
  { deps, ctx, db }: Inside,
  { id }: PlainRouter,
  { port_id: portId, subnet_id: subnetId }: MeantInterface,
): Promise<Port> => {
  const all = await interfacesOf(db, id)
  if (portId !== undefined) {
    const port = all.find((each) => each.id === portId)
    if (!port) throw errors.RouterInterfaceNotFound({ id, portId })
    if (subnetId !== undefined && !hasSubnet(subnetId)(port))
      throw errors.SubnetMismatchForPort({ portId, subnetId })
    return port
  }
  const wanted = subnetId ?? ''
  if (!(await subnets.plain(db, deps.callers.scopeOf(ctx), wanted)))
    throw subnetErrors.SubnetNotFound({ id: wanted })
  const port = all.find(hasSubnet(wanted))
  if (!port) throw errors.RouterInterfaceNotFoundForSubnet({ id, subnetId: wanted })
  return port
}

/** Throws while a floating IP or an NDP proxy needs the interface. */
const checkUnneeded = async ({ db }: Inside, router: PlainRouter, { fixed_ips }: Port): Promise<void> => {
  const { id } = router
  const ofPort = fixed_ips.map(({ subnet_id }) => subnet_id)
  const subnetId = await subnetNeeded(db, id, ofPort)
  if (subnetId !== undefined) throw errors.RouterInterfaceInUseByFloatingIP({ id, subnetId })
  const proxied = await subnetProxied(db, router, ofPort)
  if (proxied !== undefined) throw proxyErrors.RouterInterfaceInUseByNDPProxy({ id, subnetId: proxied })
}

/** Throws while a route of the router has its next hop on one of these subnets. */
const checkUnrouted = async ({ db }: Inside, { id, routes }: PlainRouter, port: Port): Promise<void> => {
  for (const { id: subnetId, cidr } of await subnetsOfPorts(db, [port]))
    if (routes.some(({ nexthop }) => contains(cidrOf(cidr), nexthop)))
      throw errors.RouterInterfaceInUseByRoute({ id, subnetId })
}

/** Removes an interface; its port is deleted, whoever created it. */
export const leave = async (inside: Inside, router: PlainRouter, meant: MeantInterface): Promise<Port> => {
  const port = await interfaceMeant(inside, router, meant)
  await checkUnneeded(inside, router, port)
  await checkUnrouted(inside, router, port)
  await removeOwnPort(inside, port)
  return port
}
