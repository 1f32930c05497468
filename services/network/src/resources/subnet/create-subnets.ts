import { type PlainSubnet, type Subnet, subnet } from '@nimbo/contracts/network/subnet'
import type { Context } from '@nimbo/kernel/context'
import { formatCidr } from '@nimbo/ip/ip'
import type { Deps, Inside, Owned } from '../../app/deps.ts'
import { refreshed } from '../../app/refreshed.ts'
import { standardValues } from '../../app/standard-values.ts'
import { checkPools, defaultPools } from '../../ipam/allocation-pools.ts'
import { checkQuota } from '../../quotas/check-quota.ts'
import { originOf } from '../subnetpool/pool-of-subnet.ts'
import { errors as networkErrors } from '../network/errors.ts'
import { networks } from '../network/networks.ts'
import { checkLists } from './subnet-limits.ts'
import {
  checkCidr,
  checkGatewayAddress,
  checkIpv6Modes,
  checkOverlap,
  defaultGateway,
} from './subnet-rules.ts'
import { subnets, subnetsOf } from './subnets.ts'
import { created } from '../../app/life.ts'

type NewSubnet = Owned<typeof subnet>

/** Everything that follows from what was asked, checked. */
const design = async (inside: Inside, values: NewSubnet): Promise<PlainSubnet> => {
  const { deps, db } = inside
  const { ip_version, ipv6_ra_mode = null, ipv6_address_mode = null } = values
  const origin = await originOf(inside, values)
  const cidr = checkCidr(origin.cidr, ip_version)
  checkIpv6Modes({ ...values, ipv6_ra_mode, ipv6_address_mode }, cidr)
  checkLists(deps.config, values.name, ip_version, values)
  const gateway = values.gateway_ip === undefined ? defaultGateway(cidr) : values.gateway_ip
  checkGatewayAddress(cidr, gateway)
  const asked = values.allocation_pools
  if (asked) checkPools(asked, cidr, gateway)
  checkOverlap(cidr, await subnetsOf(db, values.network_id))
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

export const createSubnets =
  (deps: Deps) =>
  (ctx: Context, items: readonly NewSubnet[]): Promise<Subnet[]> =>
    deps.transaction(ctx, async (inside) => {
      const all: Subnet[] = []
      for (const values of items) {
        const { network_id: id, project_id } = values
        if (!(await networks.plainById(inside.db, 'all', [id])).has(id))
          throw networkErrors.NetworkNotFound({ id })
        await checkQuota(inside, subnet, project_id)
        const row = await design(inside, values)
        await subnets.insert(inside.db, row)
        const made = await refreshed(subnets, inside.db, row.id)
        await created(inside, subnet, values, made)
        all.push(made)
      }
      return all
    })
