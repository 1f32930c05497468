import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'

/** How long the plugging of one device may hold off the next, and how often it is tried. */
const patienceMs = 20_000
const pauseMs = 50

/** Devices are plugged while the server shows no task: so that is what a server shows that refuses because of it. */
const refusedByOthers = (error: unknown): boolean =>
  isFault(error, 'WrongState') && error.details.attribute === 'task_state' && error.details.state === 'None'

/**
 * Begins to plug or unplug a device of a server. Another that is at it is waited for, as it shows no task that a client could
 * wait for; throws `WrongState` where it takes too long.
 */
export const afterOthers = async (
  { clock }: { readonly clock: Clock },
  begin: () => Promise<void>,
): Promise<void> => {
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
