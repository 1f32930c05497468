import { type SubnetPool, subnetpool } from '@nimbo/contracts/network/subnetpool'
import { repository } from '@nimbo/resource/rows/repository'
import type { Db } from '../../tables.ts'
import { ownedByOrSharedWith } from '../rbac-policy/shared-with.ts'

export const subnetpools = repository(subnetpool, {
  visibleTo: ownedByOrSharedWith(subnetpool, 'subnetpool'),
})

/** The default pool of an IP version. */
export const defaultPool = async (db: Db, version: number): Promise<SubnetPool | undefined> => {
  const [found] = await subnetpools.list(db, 'all', { is_default: [true], ip_version: [version] })
  return found
}

/** A prefix allocated from a pool. */
interface Allocation {
  readonly id: string
  readonly network_id: string
  readonly project_id: string
  readonly cidr: string
}

export const allocationsOf = (db: Db, poolId: string): Promise<Allocation[]> =>
  db
    .selectFrom('subnets')
    .select(['id', 'network_id', 'project_id', 'cidr'])
    .where('subnetpool_id', '=', poolId)
    .orderBy('id')
    .execute()
