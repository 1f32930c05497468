import type { PlainFloatingIp } from '@nimbo/contracts/network/floating-ip'
import type { FixedIp, Port } from '@nimbo/contracts/network/port'
import type { PlainPortForwarding } from '@nimbo/contracts/network/port-forwarding'
import type { Inside } from '../../app/deps.ts'
import { errors as floatingIpErrors } from '../floating-ip/errors.ts'
import { floatingIps } from '../floating-ip/floating-ips.ts'
import { routerBetween } from '../floating-ip/router-between.ts'
import { errors as portErrors } from '../port/errors.ts'
import { ports } from '../port/ports.ts'
import { badForwarding, errors } from './errors.ts'
import { forwardingsOf, forwardingsTo } from './port-forwardings.ts'
import { meet, rangeOf } from './port-ranges.ts'

/** The internal address: the requested one, or the port's first IPv4 address. */
const addressMeant = ({ fixed_ips }: Port, asked: string | undefined): FixedIp => {
  const ofIpv4 = fixed_ips.filter(({ ip_address }) => !ip_address.includes(':'))
  const meant = asked === undefined ? ofIpv4[0] : ofIpv4.find(({ ip_address }) => ip_address === asked)
  if (meant) return meant
  throw badForwarding(
    asked === undefined
      ? 'Can not find IPv4 address on the internal port'
      : `The specified internal IP address ${asked} is not among the fixed IPs of the internal port: ` +
          fixed_ips.map(({ ip_address }) => ip_address).join(', '),
  )
}

/** The internal address of a port forwarding, and the router that does the NAT. */
export interface Lead {
  readonly address: string
  readonly routerId: string
}

/** Throws unless the floating IP can forward to this port. */
export const leadTo = async (
  inside: Inside,
  floatingIp: PlainFloatingIp,
  portId: string,
  asked: string | undefined,
): Promise<Lead> => {
  const { deps, ctx, db } = inside
  const { id, floating_ip_address: address, floating_network_id: networkId } = floatingIp
  const port = await ports.get(db, deps.callers.scopeOf(ctx), portId)
  if (!port) throw portErrors.PortNotFound({ id: portId })
  const { subnet_id: subnetId, ip_address: fixedAddress } = addressMeant(port, asked)
  const bound = { port_id: [portId], fixed_ip_address: [fixedAddress] }
  const [binding] = await floatingIps.list(db, 'all', bound, { fields: ['id', 'floating_ip_address'] })
  if (binding)
    throw errors.PortHasBindingFloatingIP({
      id: binding.id,
      address: binding.floating_ip_address,
      portId,
      fixedAddress,
    })
  if (floatingIp.port_id !== null)
    throw floatingIpErrors.FloatingIPPortAlreadyAssociated({ id, address, portId, fixedAddress, networkId })
  const routerId = await routerBetween(db, subnetId, networkId)
  if (routerId === undefined)
    throw floatingIpErrors.ExternalGatewayForFloatingIPNotFound({ networkId, subnetId, portId })
  if (floatingIp.router_id !== null && floatingIp.router_id !== routerId)
    throw badForwarding(
      `The floating IP ${id} is reached by router ${floatingIp.router_id}, and the internal port by ${routerId}`,
    )
  return { address: fixedAddress, routerId }
}

const outside = ({ external_port_range }: PlainPortForwarding) => rangeOf(external_port_range)
const within = ({ internal_port_range }: PlainPortForwarding) => rangeOf(internal_port_range)

/** Throws when another port forwarding overlaps, outside or inside. */
export const checkDistinct = async ({ db }: Inside, wanted: PlainPortForwarding): Promise<void> => {
  const { floatingip_id: floatingIpId, internal_port_id: portId, internal_ip_address: address } = wanted
  const isOther = ({ id, protocol }: PlainPortForwarding) => id !== wanted.id && protocol === wanted.protocol
  const ofAddress = (await forwardingsOf(db, [floatingIpId])).filter(isOther)
  const toPort = (await forwardingsTo(db, portId, address)).filter(isOther)
  const clash =
    ofAddress.find((other) => meet(outside(other), outside(wanted))) ??
    toPort.find((other) => meet(within(other), within(wanted)))
  if (clash)
    throw badForwarding(
      'A duplicate port forwarding entry with same attributes already exists, conflicting values are ' +
        `${clash.protocol} ${clash.external_port_range} to ${clash.internal_ip_address} ${clash.internal_port_range}`,
    )
}
