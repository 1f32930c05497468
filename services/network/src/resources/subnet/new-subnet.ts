import { type PlainSubnet, type Subnet, subnet } from '@nimbo/contracts/network/subnet'
import { formatCidr } from '@nimbo/ip/ip'
import type { Inside, Owned } from '../../app/deps.ts'
import { refreshed } from '../../app/refreshed.ts'
import { standardValues } from '../../app/standard-values.ts'
import { checkPools, defaultPools } from '../../ipam/allocation-pools.ts'
import { originOf } from '../subnetpool/pool-of-subnet.ts'
import { checkLists } from './subnet-limits.ts'
import {
  checkCidr,
  checkGatewayAddress,
  checkDhcp,
  checkIpv6Modes,
  checkLength,
  checkOverlap,
  defaultGateway,
} from './subnet-rules.ts'
import { subnets, subnetsOf } from './subnets.ts'
import { created } from '../../app/life.ts'

export type NewSubnet = Owned<typeof subnet>

/** Derives and checks all attributes of a new subnet. */
const design = async (inside: Inside, values: NewSubnet): Promise<PlainSubnet> => {
  const { deps, db } = inside
  const { ip_version, ipv6_ra_mode = null, ipv6_address_mode = null } = values
  const origin = await originOf(inside, values)
  const cidr = checkCidr(origin.cidr, ip_version)
  if (values.enable_dhcp) checkDhcp(cidr)
  checkLength(cidr)
  checkIpv6Modes({ ...values, ipv6_ra_mode, ipv6_address_mode }, cidr)
  checkLists(deps.config, 'new subnet', ip_version, values)
  const gateway = values.gateway_ip === undefined ? defaultGateway(cidr) : values.gateway_ip
  checkGatewayAddress(cidr, gateway)
  const asked = values.allocation_pools
  if (asked) checkPools(asked, cidr, gateway)
  checkOverlap(cidr, values.network_id, await subnetsOf(db, values.network_id))
  return {
    ...values,
    ...standardValues(deps.clock),
    ipv6_ra_mode,
    ipv6_address_mode,
    cidr: formatCidr(cidr),
    gateway_ip: gateway,
    allocation_pools: asked ?? defaultPools(cidr, gateway),
    subnetpool_id: origin.subnetpool_id,
  }
}

/** Creates a subnet on an existing network, without checking a quota. */
export const newSubnet = async (inside: Inside, values: NewSubnet): Promise<Subnet> => {
  const row = await design(inside, values)
  await subnets.insert(inside.db, row)
  const made = await refreshed(subnets, inside.db, row.id)
  await created(inside, subnet, values, made)
  return made
}
