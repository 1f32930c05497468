import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { CeilometerConfig } from '../../metering-options.ts'
import { workerStartedLater } from '../started-later.ts'

/** Starts the notification agent, which stores the notifications of services; any number of processes may share the work. */
export const startCeilometerNotification = async (
  host: ServiceHost,
  { config }: { readonly config: CeilometerConfig },
): Promise<RunningService> =>
  workerStartedLater(async () =>
    (await import('./collect-notifications.ts')).collectNotifications(host, config),
  )
