import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { GnocchiConfig } from '../../metric-options.ts'
import { workerStartedLater } from '../started-later.ts'

/** Starts metricd, which aggregates measures; any number of processes may share the work. */
export const startGnocchiMetricd = async (
  host: ServiceHost,
  { config }: { readonly config: GnocchiConfig },
): Promise<RunningService> =>
  workerStartedLater(async () =>
    (await import('./aggregate-continually.ts')).aggregateContinually(host, config),
  )
