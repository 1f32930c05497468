import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { AodhConfig } from '../../alarming-options.ts'
import { apiStartedLater } from '../started-later.ts'

/** Starts the alarm API; any number of processes may share its database. */
export const startAodhApi = async (
  host: ServiceHost,
  { config }: { readonly config: AodhConfig },
): Promise<RunningService> =>
  apiStartedLater(async () => (await import('./serve-alarm-api.ts')).serveAlarmApi(host, config))
