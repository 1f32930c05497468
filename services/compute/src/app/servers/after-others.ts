import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'

/** How long, and how often, to retry while another device is being plugged. */
const patienceMs = 20_000
const pauseMs = 50

/** Plugging a device sets no task state, so a refusal that names no task state is due to another device. */
const refusedByOthers = (error: unknown): boolean =>
  isFault(error, 'WrongState') && error.details.attribute === 'task_state' && error.details.state === 'None'

/**
 * Starts to plug or unplug a device. Waits while another device of the server is being plugged, because clients cannot
 * see that; throws `WrongState` at the timeout.
 */
export const afterOthers = async <Begun>(
  { clock }: { readonly clock: Clock },
  begin: () => Promise<Begun>,
): Promise<Begun> => {
  const until = clock.now() + patienceMs
  for (;;) {
    try {
      return await begin()
    } catch (error) {
      if (!refusedByOthers(error) || clock.now() >= until) throw error
    }
    await pause(clock, pauseMs)
  }
}
