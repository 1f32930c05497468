import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { AodhConfig } from '../../alarming-options.ts'
import { workerStartedLater } from '../started-later.ts'

/** Starts the listener that evaluates event alarms. */
export const startAodhListener = async (
  host: ServiceHost,
  { config }: { readonly config: AodhConfig },
): Promise<RunningService> =>
  workerStartedLater(async () => (await import('./listen-to-events.ts')).listenToEvents(host, config))
