import { sql } from 'kysely'
import { numbersOf } from '../ipam/allocation-pools.ts'
import { l2Reaches } from '../resources/agent/agents.ts'
import { dhcpOwner } from '../resources/port/device-owners.ts'
import { isOn } from '../resources/segment/segment-of-host.ts'
import type { Db } from '../tables.ts'

/** A segment of a routed network as placement and Nova should know it. */
export interface WantedSegment {
  readonly id: string
  readonly networkId: string
  /** Its IPv4 addresses, and how many of them servers cannot get. */
  readonly total: number
  readonly reserved: number
  /** The hosts that are connected to it, sorted. */
  readonly hosts: readonly string[]
}

const most = 100_000

/** The IPv4 subnets of segments, with the number of addresses whose ports belong neither to servers nor to DHCP. */
const subnetsOfSegments = (db: Db) =>
  db
    .selectFrom('subnets')
    .innerJoin('segments', 'segments.id', 'subnets.segment_id')
    .select([
      ...(['segments.id as id', 'segments.network_id as network_id'] as const),
      ...(['segments.network_type', 'segments.physical_network'] as const),
      ...(['subnets.gateway_ip', 'subnets.enable_dhcp', 'subnets.allocation_pools'] as const),
    ])
    .select(
      sql<number | string>`(select count(*) from fixed_ips inner join ports on ports.id = fixed_ips.port_id
        where fixed_ips.subnet_id = subnets.id and ports.device_owner <> ${dhcpOwner}
          and ports.device_owner not like 'compute:%')`.as('others'),
    )
    .where('subnets.ip_version', '=', 4)
    .orderBy('segments.id')
    .orderBy('subnets.id')
    .limit(most)
    .execute()

type SubnetOfSegment = Awaited<ReturnType<typeof subnetsOfSegments>>[number]

/** Counts as Neutron does: the gateway is not in a pool, but counts as an address, and as one that is taken. */
const countOf = ({ gateway_ip, enable_dhcp, allocation_pools, others }: SubnetOfSegment) => {
  const pools: readonly { readonly start: string; readonly end: string }[] = JSON.parse(allocation_pools)
  const sizes = pools.map(numbersOf).map(({ first, last }) => Number(last - first + 1n))
  const inPools = sizes.reduce((sum, size) => sum + size, 0)
  const gateway = inPools > 0 && gateway_ip !== null ? 1 : 0
  const dhcp = inPools > 0 && enable_dhcp === 1 ? 1 : 0
  return { total: inPools + gateway, reserved: gateway + dhcp + Number(others) }
}

/** The segments with IPv4 subnets that have addresses. */
export const wantedSegments = async (db: Db): Promise<readonly WantedSegment[]> => {
  const bySegment = Map.groupBy(await subnetsOfSegments(db), ({ id }) => id)
  if (bySegment.size === 0) return []
  const reaches = await l2Reaches(db)
  return [...bySegment].flatMap(([id, [first, ...others]]) => {
    if (first === undefined) return []
    const counts = [first, ...others].map(countOf)
    const total = counts.reduce((sum, count) => sum + count.total, 0)
    const reserved = counts.reduce((sum, count) => sum + count.reserved, 0)
    const hosts = reaches.flatMap(({ host, configurations }) =>
      isOn(JSON.parse(configurations), first) ? [host] : [],
    )
    // Ports may have addresses outside the pools.
    const segment = { id, networkId: first.network_id, total, reserved: Math.min(reserved, total) }
    return total === 0 ? [] : [{ ...segment, hosts: [...new Set(hosts)].sort() }]
  })
}
