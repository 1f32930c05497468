import { Gauge, type Registry } from 'prom-client'

/** The connections of one pool now. */
export interface PoolUse {
  readonly total: number
  readonly idle: number
  /** Work that waits for a connection. */
  readonly waiting: number
}

/** Shows how the connections of each database are used. */
export const measurePools = (registry: Registry, pools: () => ReadonlyMap<string, () => PoolUse>): void => {
  new Gauge({
    name: 'nimbo_database_connections',
    help: 'Connections of the pool, by database and state; waiting counts work without one.',
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
