import type { Port } from '@nimbo/contracts/network/port'
import type { PlainSubnet } from '@nimbo/contracts/network/subnet'
import { cidrOf, overlap } from '@nimbo/ip/ip'
import type { Db } from '../../tables.ts'
import {
  routerCentralOwner,
  routerGatewayOwner,
  routerInterfaceOwner,
  routerInterfaceOwners,
} from '../port/device-owners.ts'
import { ports } from '../port/ports.ts'
import { subnets } from '../subnet/subnets.ts'
import { badRouter } from './errors.ts'

const addressed = { fields: ['fixed_ips'] }

/** The interfaces of a router. */
export const interfacesOf = (db: Db, routerId: string): Promise<Port[]> =>
  ports.list(db, 'all', { device_id: [routerId], device_owner: routerInterfaceOwners }, addressed)

/** All ports of a router, including gateways. */
export const portsOfRouter = (db: Db, routerId: string): Promise<Port[]> =>
  ports.list(
    db,
    'all',
    { device_id: [routerId], device_owner: [...routerInterfaceOwners, routerGatewayOwner] },
    addressed,
  )

/** The ports that are bound to the router's host: not the interfaces of a distributed router. */
export const boundPortsOfRouter = (db: Db, routerId: string): Promise<Port[]> =>
  ports.list(
    db,
    'all',
    { device_id: [routerId], device_owner: [routerInterfaceOwner, routerGatewayOwner, routerCentralOwner] },
    addressed,
  )

const subnetIdsOf = (all: readonly Pick<Port, 'fixed_ips'>[]): string[] => [
  ...new Set(all.flatMap(({ fixed_ips }) => fixed_ips.map(({ subnet_id }) => subnet_id))),
]

/** The subnets on which these ports have addresses. */
export const subnetsOfPorts = async (
  db: Db,
  all: readonly Pick<Port, 'fixed_ips'>[],
): Promise<readonly PlainSubnet[]> => [...(await subnets.plainById(db, 'all', subnetIdsOf(all))).values()]

/** Throws when the router already has an interface on one of these subnets, or on one that overlaps. */
export const checkApart = async (
  db: Db,
  routerId: string,
  joining: readonly PlainSubnet[],
  except?: string,
): Promise<void> => {
  const others = (await portsOfRouter(db, routerId)).filter(({ id }) => id !== except)
  const known = await subnetsOfPorts(db, others)
  for (const subnet of joining) {
    if (known.some(({ id }) => id === subnet.id))
      throw badRouter(`Router already has a port on subnet ${subnet.id}`)
    const other = known.find(({ cidr }) => overlap(cidrOf(cidr), cidrOf(subnet.cidr)))
    if (other)
      throw badRouter(
        `Cidr ${subnet.cidr} of subnet ${subnet.id} overlaps with cidr ${other.cidr} of subnet ${other.id}`,
      )
  }
}
