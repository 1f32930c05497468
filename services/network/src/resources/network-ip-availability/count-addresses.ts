import type { NetworkIpAvailability } from '@nimbo/contracts/network/network-ip-availabilities'
import { grouped } from '@nimbo/resource/rows/grouped'
import { sql } from 'kysely'
import { numbersOf } from '../../ipam/allocation-pools.ts'
import type { Db } from '../../tables.ts'

/** Which networks, and subnets of which IP versions, to count; all by default. */
interface Wanted {
  readonly networks?: readonly string[]
  readonly names?: readonly string[]
  readonly projects?: readonly string[]
  readonly versions?: readonly number[]
}

const longest = 100_000

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** Counts the total and used addresses of networks. */
export const countAddresses = async (
  db: Db,
  { networks, names, projects, versions }: Wanted,
): Promise<NetworkIpAvailability[]> => {
  const found = await db
    .selectFrom('networks')
    .select(['id', 'name', 'project_id'])
    .$if(networks !== undefined, (query) => query.where('id', 'in', networks ?? []))
    .$if(names !== undefined, (query) => query.where('name', 'in', names ?? []))
    .$if(projects !== undefined, (query) => query.where('project_id', 'in', projects ?? []))
    .orderBy('id')
    .limit(longest)
    .execute()
  if (found.length === 0) return []
  const subnets = await db
    .selectFrom('subnets')
    .select(['id', 'name', 'network_id', 'ip_version', 'cidr', 'allocation_pools'])
    .select(
      sql<number | string>`(select count(*) from fixed_ips where fixed_ips.subnet_id = subnets.id)`.as(
        'used',
      ),
    )
    .where(
      'network_id',
      'in',
      found.map(({ id }) => id),
    )
    .$if(versions !== undefined, (query) => query.where(sql<number>`ip_version`, 'in', versions ?? []))
    .orderBy('id')
    .execute()
  const byNetwork = grouped(
    subnets,
    ({ network_id }) => network_id,
    ({ id, name, ip_version, cidr, allocation_pools, used }) => {
      const ranges: readonly { readonly start: string; readonly end: string }[] = JSON.parse(allocation_pools)
      const sizes = ranges.map(numbersOf).map(({ first, last }) => Number(last - first + 1n))
      const total = sumOf(sizes)
      return { subnet_id: id, subnet_name: name, ip_version, cidr, total_ips: total, used_ips: Number(used) }
    },
  )
  return found.map(({ id, name, project_id }) => {
    const its = byNetwork.get(id) ?? []
    return {
      network_id: id,
      network_name: name,
      project_id,
      tenant_id: project_id,
      subnet_ip_availability: its,
      total_ips: sumOf(its.map(({ total_ips }) => total_ips)),
      used_ips: sumOf(its.map(({ used_ips }) => used_ips)),
    }
  })
}
