import { reconciler } from '@nimbo/durable/reconciler'
import { timestamp } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import { type ComputeEvent, claimEnd } from './compute-events.ts'
import { type TellComputeOptions, tellCompute } from './tell-compute.ts'

export interface ComputeEventsSender {
  start(): void
  /** Sends events that this process has just written and claimed. */
  send(events: readonly ComputeEvent[]): void
  /** Resolves when nothing is being sent and rows of sent events are deleted. */
  idle(): Promise<void>
  /** Resolves when sending has ended; claims of unsent events are released. */
  stop(): Promise<void>
}

const batch = 50
const lookEveryMs = 2_000

/**
 * Sends events about servers' ports to Nova (`os-server-external-events`). An event stays in the database until Nova
 * has answered, so none is lost when either side is down. Each process sends its own events first and now and then
 * claims events left by others. An event is sent twice only when its sender dies between sending it and deleting the
 * row; Nova tolerates that.
 */
export const computeEventsSender = (options: TellComputeOptions): ComputeEventsSender => {
  const { events, clock, log } = options
  const { tell, settle } = tellCompute(options)
  const written: ComputeEvent[] = []
  let looksAt = Number.NEGATIVE_INFINITY

  /** Events that this process wrote and still has claimed. */
  const own = (): ComputeEvent[] => {
    const now = timestamp(clock)
    return written.splice(0, batch).filter(({ not_before }) => not_before > now)
  }

  /** Events of other processes that are due; queries the database at most once per interval. */
  const due = async (stopping: AbortSignal): Promise<readonly ComputeEvent[]> => {
    while (clock.now() >= looksAt && !stopping.aborted) {
      const claimed = await events.claim(timestamp(clock), claimEnd(clock), batch)
      if (claimed.length > 0) return claimed
      // Claiming none does not mean that none are due: another process may have claimed them first.
      if (!(await events.anyDue(timestamp(clock)))) looksAt = clock.now() + lookEveryMs
    }
    return []
  }

  const giveBack = async (ids: readonly string[]): Promise<void> => {
    try {
      if (ids.length > 0) await events.release(ids, timestamp(clock))
    } catch (error) {
      log.warn(
        { events: ids.length, reason: messageOf(error) },
        'could not release claimed events; they are sent late',
      )
    }
  }

  const work = reconciler({
    name: 'compute events',
    everyMs: lookEveryMs,
    clock,
    log,
    run: async (stopping) => {
      while (!stopping.aborted) {
        const left = await due(stopping)
        const together = [...own(), ...left]
        if (together.length === 0 && written.length === 0) return
        await tell(together)
      }
    },
  })

  return {
    start: work.start,
    send: (more) => {
      if (more.length === 0) return
      written.push(...more)
      work.wake()
    },
    idle: async () => {
      await work.idle()
      await settle()
    },
    stop: async () => {
      await work.stop()
      await settle()
      await giveBack(written.splice(0).map(({ id }) => id))
    },
  }
}
