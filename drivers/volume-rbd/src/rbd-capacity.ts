import type { CephAccess } from '@nimbo/ceph/ceph-access'
import { runCeph } from '@nimbo/ceph/run-ceph'
import type { Capacity } from '@nimbo/volume/driver/volume-backend'

const gibibyte = 1024 ** 3

interface PoolUse {
  readonly name: string
  readonly stats: { readonly stored: number; readonly max_avail: number }
}

/** The capacity of a pool and its available space, counting replicas once. */
export const rbdCapacity = async (access: CephAccess, pool: string): Promise<Capacity> => {
  const said: { readonly pools: readonly PoolUse[] } = JSON.parse(
    await runCeph(access, 'ceph', ['df', '--format', 'json']),
  )
  const found = said.pools.find(({ name }) => name === pool)
  if (found === undefined) throw new Error(`Ceph has no pool ${pool}`)
  const gigabytes = (bytes: number): number => Math.floor((bytes / gibibyte) * 100) / 100
  const { stored, max_avail } = found.stats
  return { totalGb: gigabytes(stored + max_avail), freeGb: gigabytes(max_avail), thin: true }
}
