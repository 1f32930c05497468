import type { Handler } from '@nimbo/http/message'
import type { RunningService } from './service-host.ts'

/** A role that only serves requests, without background work to start, await or stop. */
export const passiveService = (api: Handler): RunningService => ({
  api,
  begin: async () => {},
  settled: async () => {},
  stop: async () => {},
})
