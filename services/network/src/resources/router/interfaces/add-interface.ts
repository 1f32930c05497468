import type { Port } from '@nimbo/contracts/network/port'
import type { PlainRouter } from '@nimbo/contracts/network/router'
import type { PlainSubnet } from '@nimbo/contracts/network/subnet'
import { timestamp } from '@nimbo/kernel/clock'
import type { Inside } from '../../../app/deps.ts'
import { refreshed } from '../../../app/refreshed.ts'
import { allocateAddresses } from '../../../ipam/allocate-addresses.ts'
import { routerInterfaceOwner } from '../../port/device-owners.ts'
import { errors as portErrors } from '../../port/errors.ts'
import { insertPort } from '../../port/insert-port.ts'
import { changeGroups } from '../../port/memberships.ts'
import { ownPort } from '../../port/own-port.ts'
import { ports } from '../../port/ports.ts'
import { errors as subnetErrors } from '../../subnet/errors.ts'
import { subnets } from '../../subnet/subnets.ts'
import { onAllHosts } from '../distribution/change-distribution.ts'
import { badRouter, errors } from '../errors.ts'
import { checkApart, subnetsOfPorts } from '../router-ports.ts'
import { haveWired, hostFor } from '../schedule-router.ts'

/** Throws for a subnet whose router advertisements come from a router outside the cloud. */
const checkAdvertised = ({ id, ipv6_address_mode: addresses, ipv6_ra_mode: routes }: PlainSubnet): void => {
  if (addresses !== null && routes === null)
    throw badRouter(
      `IPv6 subnet ${id} configured to receive RAs from an external router cannot be added to Neutron Router`,
    )
}

/** The binding of a new interface: the router's host, or all hosts when distributed. */
const placeOf = async (inside: Inside, router: PlainRouter) =>
  router.distributed
    ? onAllHosts
    : ({
        device_owner: routerInterfaceOwner,
        'binding:host_id': await hostFor(inside, router.id),
        'binding:vif_type': 'other',
      } as const)

/** Adds a subnet to a router: a new port with the subnet's gateway address. */
export const joinSubnet = async (inside: Inside, router: PlainRouter, subnetId: string): Promise<Port> => {
  const { deps, ctx, db } = inside
  const subnet = await subnets.plain(db, deps.callers.scopeOf(ctx), subnetId)
  if (!subnet) throw subnetErrors.SubnetNotFound({ id: subnetId })
  if (subnet.gateway_ip === null) throw badRouter('Subnet for router interface must have a gateway IP')
  checkAdvertised(subnet)
  await checkApart(db, router.id, [subnet])
  const place = await placeOf(inside, router)
  const port = await insertPort(inside, () => ({
    ...ownPort({
      network_id: subnet.network_id,
      project_id: router.project_id,
      device_id: router.id,
      status: 'DOWN',
      ...place,
    }),
    ...place,
  }))
  const request = { subnet_id: subnet.id, ip_address: subnet.gateway_ip }
  await allocateAddresses(db, port, [request], deps.random)
  await haveWired(inside, router.id, port.id)
  return refreshed(ports, db, port.id)
}

const checkFree = (port: Port, joining: readonly PlainSubnet[]): void => {
  if (port.device_id !== '' || port.device_owner !== '')
    throw errors.PortInUse({ portId: port.id, networkId: port.network_id, deviceId: port.device_id })
  if (joining.length === 0) throw badRouter('Router port must have at least one fixed IP')
  if (joining.filter(({ ip_version }) => ip_version === 4).length > 1)
    throw badRouter('Cannot have multiple IPv4 subnets on router port')
}

/** Adds an existing port to a router. */
export const joinPort = async (inside: Inside, router: PlainRouter, portId: string): Promise<Port> => {
  const { deps, ctx, db } = inside
  const port = await ports.get(db, deps.callers.scopeOf(ctx), portId)
  if (!port) throw portErrors.PortNotFound({ id: portId })
  const joining = await subnetsOfPorts(db, [port])
  checkFree(port, joining)
  for (const subnet of joining) checkAdvertised(subnet)
  await checkApart(db, router.id, joining)
  const place = await placeOf(inside, router)
  await changeGroups(db, port.id, [])
  const taken = {
    device_id: router.id,
    ...place,
    port_security_enabled: false,
    allowed_address_pairs: [],
    status: 'DOWN',
  } as const
  await ports.update(db, port.id, taken, timestamp(deps.clock))
  await haveWired(inside, router.id, port.id)
  return refreshed(ports, db, port.id)
}
