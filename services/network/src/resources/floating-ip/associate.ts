import type { PlainFloatingIp } from '@nimbo/contracts/network/floating-ip'
import type { FixedIp, Port } from '@nimbo/contracts/network/port'
import type { Inside } from '../../app/deps.ts'
import { errors as portErrors } from '../port/errors.ts'
import { userVif } from '../port/bind-port.ts'
import { ports } from '../port/ports.ts'
import { badFloatingIp, errors } from './errors.ts'
import { floatingIps } from './floating-ips.ts'
import { routerBetween } from './router-between.ts'

/** The port and fixed IP of a floating IP, and the router that does the NAT. */
export type Association = Pick<PlainFloatingIp, 'port_id' | 'fixed_ip_address' | 'router_id'>

export const unassociated: Association = { port_id: null, fixed_ip_address: null, router_id: null }

/** The fixed IP for the association: the requested one, or the port's only IPv4 address. */
const addressMeant = ({ id, fixed_ips }: Port, asked: string | null): FixedIp => {
  const ofIpv4 = fixed_ips.filter(({ ip_address }) => !ip_address.includes(':'))
  if (asked !== null) {
    const named = ofIpv4.find(({ ip_address }) => ip_address === asked)
    if (!named) throw badFloatingIp(`Port ${id} does not have fixed ip ${asked}`)
    return named
  }
  const [only, another] = ofIpv4
  if (!only) throw badFloatingIp(`Cannot add floating IP to port ${id} that has no fixed IPv4 addresses`)
  if (another)
    throw badFloatingIp(
      `Port ${id} has multiple fixed IPv4 addresses.  Must provide a specific IPv4 address when assigning a floating IP`,
    )
  return only
}

type Asked = Pick<
  PlainFloatingIp,
  'id' | 'project_id' | 'floating_network_id' | 'floating_ip_address' | 'fixed_ip_address'
> & { readonly port_id: string }

/** Checks and completes a requested association. Throws when it is impossible. */
export const associate = async (inside: Inside, asked: Asked): Promise<Association> => {
  const { deps, ctx, db } = inside
  const { id, port_id: portId, floating_network_id: networkId, floating_ip_address: address } = asked
  const port = await ports.get(db, deps.callers.scopeOf(ctx), portId)
  if (!port) throw portErrors.PortNotFound({ id: portId })
  if (port.project_id !== asked.project_id && !deps.callers.isAdmin(ctx))
    throw badFloatingIp(
      `Port ${portId} is associated with a different tenant than Floating IP ${id} and therefore cannot be bound`,
    )
  if (port['binding:vif_type'] === userVif)
    throw badFloatingIp(
      `Port ${portId} has user networking on host ${port['binding:host_id']}, which no floating IP leads to`,
    )
  const fixed = addressMeant(port, asked.fixed_ip_address)
  const routerId = await routerBetween(db, fixed.subnet_id, networkId)
  if (routerId === undefined)
    throw errors.ExternalGatewayForFloatingIPNotFound({ networkId, subnetId: fixed.subnet_id, portId })
  const fixedAddress = fixed.ip_address
  const held = { floating_network_id: [networkId], port_id: [portId], fixed_ip_address: [fixedAddress] }
  const others = await floatingIps.list(db, 'all', held, { fields: ['id'] })
  if (others.some((other) => other.id !== id))
    throw errors.FloatingIPPortAlreadyAssociated({ id, address, portId, fixedAddress, networkId })
  return { port_id: portId, fixed_ip_address: fixedAddress, router_id: routerId }
}
