import type { Handler } from '@nimbo/http/message'
import type { RunningService } from './service-host.ts'

/** A role that only answers: it does nothing of its own accord, so there is nothing to begin, to wait for or to stop. */
export const passiveService = (api: Handler): RunningService => ({
  api,
  begin: async () => {},
  settled: async () => {},
  stop: async () => {},
})
