import type { ServiceHost } from '@nimbo/service/service-host'
import type { MetricApp } from '../../app/metric/metric-app.ts'
import { migrations } from '../../db/metric/migrations.ts'
import type { MetricTables } from '../../db/metric/tables.ts'
import type { GnocchiConfig } from '../../metric-options.ts'

/** The topic on which metricd processes are woken when measures have arrived. */
export const measuresTopic = 'gnocchi-measures'

/** The dependencies of the roles of the metrics service. */
export const metricApp = async (host: ServiceHost, { api }: GnocchiConfig): Promise<MetricApp> => ({
  db: await host.openDatabase<MetricTables>('gnocchi', migrations),
  clock: host.clock,
  log: host.log,
  // Losing the call only delays aggregation.
  wake: () => void host.bus.fanout({ topic: measuresTopic }, {}).catch(() => {}),
  limits: { pageLimit: api.max_limit, refreshMs: api.operation_timeout * 1000 },
})
