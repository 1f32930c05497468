import type { Handler } from '@nimbo/http/message'
import type { RunningService } from './service-host.ts'

/** Sends a service's notifications. */
interface Telling {
  start(): void
  idle(): Promise<void>
  stop(): Promise<void>
}

/** A role that only serves requests and sends notifications about them. */
export const tellingService = (api: Handler, telling: Telling): RunningService => ({
  api,
  begin: async () => telling.start(),
  settled: () => telling.idle(),
  stop: () => telling.stop(),
})
