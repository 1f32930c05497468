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
 * A role that starts after all others are ready, so that a role the cloud can do without for a moment does not delay the first
 * request.
 */
export const workerStartedLater = (start: () => Promise<RunningService>): RunningService => {
  const { begin, settled, guests, stop } = later(start)
  return { begin, settled, guests, stop }
}

/** An API that starts likewise, or with the first request to it. */
export const apiStartedLater = (start: () => Promise<RunningService>): RunningService => {
  const { started, begin, settled, stop } = later(start)
  const answer: Handler = async (request) => {
    const { api } = await started()
    if (api === undefined) throw new Error('a role without an API was asked')
    return api(request)
  }
  return { api: answer, begin, settled, stop }
}
