import type { RunningService, ServedApi } from './service-host.ts'

/** A role that only answers: it does nothing of its own accord, so there is nothing to begin, to wait for or to stop. */
export const passiveService = (...apis: readonly ServedApi[]): RunningService => ({
  apis,
  begin: async () => {},
  settled: async () => {},
  stop: async () => {},
})
