import { type Subnet, subnet } from '@nimbo/contracts/network/subnet'
import { cidrOf } from '@nimbo/ip/ip'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Changes } from '@nimbo/resource/describe/kind'
import type { Deps } from '../../app/deps.ts'
import { refreshed } from '../../app/refreshed.ts'
import { checkGateway, checkPools } from '../../ipam/allocation-pools.ts'
import { holderOf } from '../../ipam/fixed-ips.ts'
import { errors as general } from '../../errors.ts'
import { errors } from './errors.ts'
import { checkLists } from './subnet-limits.ts'
import { checkDhcp, checkGatewayAddress } from './subnet-rules.ts'
import { subnets } from './subnets.ts'
import { updated } from '../../app/life.ts'
import type { Db } from '../../tables.ts'

/** Throws when a port has the gateway address that is to be changed. */
const checkGatewayUnused = async (
  db: Db,
  { id, gateway_ip: ip }: Subnet,
  gateway: string | null,
): Promise<void> => {
  if (ip === null || gateway === ip) return
  const portId = await holderOf(db, id, ip)
  if (portId) throw errors.GatewayIpInUse({ ip, portId })
}

export const updateSubnet =
  (deps: Deps) =>
  (ctx: Context, before: Subnet, changes: Changes<typeof subnet>): Promise<Subnet> => {
    const cidr = cidrOf(before.cidr)
    const { gateway_ip: gateway = before.gateway_ip, allocation_pools: pools } = changes
    checkLists(deps.config, before.id, before.ip_version, changes)
    if (changes.enable_dhcp === true && !before.enable_dhcp) checkDhcp(cidr)
    checkGatewayAddress(cidr, gateway)
    if (pools) checkPools(pools, cidr, gateway)
    else checkGateway(before.allocation_pools, gateway)
    if (changes.enable_dhcp === false && (before.ipv6_ra_mode ?? before.ipv6_address_mode) !== null)
      throw general.InvalidInput({ reason: 'Cannot disable enable_dhcp with ipv6 attributes set' })
    return deps.transaction(ctx, async (inside) => {
      await checkGatewayUnused(inside.db, before, gateway)
      await subnets.update(inside.db, before.id, changes, timestamp(deps.clock))
      const after = await refreshed(subnets, inside.db, before.id)
      await updated(inside, subnet, changes, { before, after })
      return after
    })
  }
