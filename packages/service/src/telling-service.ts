import type { Handler } from '@nimbo/http/message'
import type { RunningService } from './service-host.ts'

/** What sends what a service tells. */
interface Telling {
  start(): void
  idle(): Promise<void>
  stop(): Promise<void>
}

/** A role that only answers, but tells of what it does. */
export const tellingService = (api: Handler, telling: Telling): RunningService => ({
  api,
  begin: async () => telling.start(),
  settled: () => telling.idle(),
  stop: () => telling.stop(),
})
