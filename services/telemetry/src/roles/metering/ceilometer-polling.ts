import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { CeilometerConfig } from '../../metering-options.ts'
import { workerStartedLater } from '../started-later.ts'

/** Starts the polling agent, which polls servers, volumes, images, floating IPs and object store accounts at intervals. */
export const startCeilometerPolling = async (
  host: ServiceHost,
  { config }: { readonly config: CeilometerConfig },
): Promise<RunningService> =>
  workerStartedLater(async () => (await import('./poll-continually.ts')).pollContinually(host, config))
