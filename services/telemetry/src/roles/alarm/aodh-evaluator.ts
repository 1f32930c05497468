import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { AodhConfig } from '../../alarming-options.ts'
import { workerStartedLater } from '../started-later.ts'

/** Starts the alarm evaluator; any number of processes may share the work. */
export const startAodhEvaluator = async (
  host: ServiceHost,
  { config }: { readonly config: AodhConfig },
): Promise<RunningService> =>
  workerStartedLater(async () =>
    (await import('./evaluate-continually.ts')).evaluateContinually(host, config),
  )
