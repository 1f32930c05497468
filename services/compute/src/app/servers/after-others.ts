import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'

/** How long, and how often, to retry while another device is being plugged. */
const patienceMs = 20_000
const pauseMs = 50

/** Plugging a device sets no task state, so a refusal that names no task state is due to another device. */
const noTask = ['None']

const refusedByOthers = (error: unknown, beside: readonly string[]): boolean =>
  isFault(error, 'WrongState') &&
  error.details.attribute === 'task_state' &&
  beside.includes(String(error.details.state))

/**
 * Starts to plug or unplug a device. Waits while another device of the server is being plugged, because clients cannot
 * see that; throws `WrongState` at the timeout. `beside`: the task states beside which this may happen.
 */
export const afterOthers = async <Begun>(
  { clock }: { readonly clock: Clock },
  begin: () => Promise<Begun>,
  beside: readonly string[] = noTask,
): Promise<Begun> => {
  const until = clock.now() + patienceMs
  for (;;) {
    try {
      return await begin()
    } catch (error) {
      if (!refusedByOthers(error, beside) || clock.now() >= until) throw error
    }
    await pause(clock, pauseMs)
  }
}
