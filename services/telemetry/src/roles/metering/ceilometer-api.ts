import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { apiStartedLater } from '../started-later.ts'

/** Starts the API of samples and events; any number of processes may share its database. */
export const startCeilometerApi = async (host: ServiceHost): Promise<RunningService> =>
  apiStartedLater(async () => (await import('./serve-metering-api.ts')).serveMeteringApi(host))
