import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { CeilometerConfig } from '../../metering-options.ts'
import { workerStartedLater } from '../started-later.ts'

/** Starts what looks at servers, volumes, images and floating IPs at intervals. */
export const startCeilometerPolling = async (
  host: ServiceHost,
  { config }: { readonly config: CeilometerConfig },
): Promise<RunningService> =>
  workerStartedLater(async () => (await import('./poll-continually.ts')).pollContinually(host, config))
