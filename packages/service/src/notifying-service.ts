import type { Handler } from '@nimbo/http/message'
import type { RunningService } from './service-host.ts'

/** Sends a service's notifications. */
interface Notifying {
  start(): void
  idle(): Promise<void>
  stop(): Promise<void>
}

/** A role that only serves requests and sends notifications about them. */
export const notifyingService = (api: Handler, telling: Notifying): RunningService => ({
  api,
  begin: async () => telling.start(),
  settled: () => telling.idle(),
  stop: () => telling.stop(),
})
