import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { AodhConfig } from '../../alarming-options.ts'
import { workerStartedLater } from '../started-later.ts'

/** Starts the notifier, which carries out the actions of alarms. */
export const startAodhNotifier = async (
  host: ServiceHost,
  { config }: { readonly config: AodhConfig },
): Promise<RunningService> =>
  workerStartedLater(async () => (await import('./notify-continually.ts')).notifyContinually(host, config))
