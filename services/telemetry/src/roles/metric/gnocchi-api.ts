import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { GnocchiConfig } from '../../metric-options.ts'
import { apiStartedLater } from '../started-later.ts'

/** Starts the metrics API; any number of processes may share its database. */
export const startGnocchiApi = async (
  host: ServiceHost,
  { config }: { readonly config: GnocchiConfig },
): Promise<RunningService> =>
  apiStartedLater(async () => (await import('./serve-metric-api.ts')).serveMetricApi(host, config))
