import type { PoolUse } from '@nimbo/db/pool-use'
import { Gauge, type Registry } from 'prom-client'

/** Exports the state of each database's connection pool, by its URL without credentials: `db1:5432/nova_api`. */
export const measurePools = (registry: Registry, pools: () => ReadonlyMap<string, () => PoolUse>): void => {
  new Gauge({
    name: 'nimbo_database_connections',
    help: 'Connections of the pool, by database and state (busy, idle); waiting is the number of tasks waiting for one.',
    labelNames: ['database', 'state'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [database, use] of pools()) {
        const { total, idle, waiting } = use()
        this.set({ database, state: 'busy' }, total - idle)
        this.set({ database, state: 'idle' }, idle)
        this.set({ database, state: 'waiting' }, waiting)
      }
    },
  })
}
