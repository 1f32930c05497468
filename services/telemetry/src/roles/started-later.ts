import type { Handler } from '@nimbo/http/message'
import type { RunningService } from '@nimbo/service/service-host'

const later = (start: () => Promise<RunningService>) => {
  let starting: Promise<RunningService> | undefined
  let running: RunningService | undefined
  const started = (): Promise<RunningService> => {
    starting ??= start().catch((error: unknown) => {
      starting = undefined
      throw error
    })
    return starting
  }
  return {
    started,
    begin: async () => {
      running = await started()
      await running.begin()
    },
    settled: async () => (await starting)?.settled(),
    guests: () => running?.guests?.() ?? [],
    stop: async () => (await starting)?.stop(),
  }
}

/**
 * Wraps a role to start it only after all other roles are ready, so that it does not delay the first request: the cloud can do
 * without it for a moment.
 */
export const workerStartedLater = (start: () => Promise<RunningService>): RunningService => {
  const { begin, settled, guests, stop } = later(start)
  return { begin, settled, guests, stop }
}

/** Wraps an API to start it after all other roles are ready, or at the first request to it. */
export const apiStartedLater = (start: () => Promise<RunningService>): RunningService => {
  const { started, begin, settled, stop } = later(start)
  const answer: Handler = async (request) => {
    const { api } = await started()
    if (api === undefined) throw new Error('a role without an API was asked')
    return api(request)
  }
  return { api: answer, begin, settled, stop }
}
