import { reconciler } from '@nimbo/durable/reconciler'
import { timestamp } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import { type ComputeEvent, claimEnd } from './compute-events.ts'
import { type TellComputeOptions, tellCompute } from './tell-compute.ts'

export interface ComputeEventsSender {
  start(): void
  /** Sends these, which were just written and are claimed for this process. */
  send(events: readonly ComputeEvent[]): void
  /** Resolves when nothing is being sent, and what was told is removed. */
  idle(): Promise<void>
  /** Resolves when what was being sent is done with; what is left goes back to whoever comes. */
  stop(): Promise<void>
}

const batch = 50
const lookEveryMs = 2_000

/**
 * Tells compute what has become of servers' ports. Events are rows until compute has answered, so none is lost when either
 * side is down. Processes that share the database claim what they send, and begin with what they write: an event is told
 * twice only where one died between telling it and noting so, which compute bears. What others have left, dead or put off,
 * is looked for now and then.
 */
export const computeEventsSender = (options: TellComputeOptions): ComputeEventsSender => {
  const { events, clock, log } = options
  const { tell, settle } = tellCompute(options)
  const written: ComputeEvent[] = []
  let looksAt = Number.NEGATIVE_INFINITY

  /** What this process wrote, as long as nobody else may have claimed it. */
  const own = (): ComputeEvent[] => {
    const now = timestamp(clock)
    return written.splice(0, batch).filter(({ not_before }) => not_before > now)
  }

  /** What has come due; nothing when it was looked for a moment ago. */
  const due = async (stopping: AbortSignal): Promise<readonly ComputeEvent[]> => {
    while (clock.now() >= looksAt && !stopping.aborted) {
      const claimed = await events.claim(timestamp(clock), claimEnd(clock), batch)
      if (claimed.length > 0) return claimed
      // Nothing claimed is no sign that nothing is due: another process may have been quicker with these.
      if (!(await events.anyDue(timestamp(clock)))) looksAt = clock.now() + lookEveryMs
    }
    return []
  }

  const giveBack = async (ids: readonly string[]): Promise<void> => {
    try {
      if (ids.length > 0) await events.release(ids, timestamp(clock))
    } catch (error) {
      log.warn({ events: ids.length, reason: messageOf(error) }, 'events are told late: they stay claimed')
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
