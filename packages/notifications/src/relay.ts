import { randomUUID } from 'node:crypto'
import { reconciler } from '@nimbo/durable/reconciler'
import type { Clock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { outsideLogScope } from '@nimbo/kernel/log-scope'
import type { Kysely } from 'kysely'
import { batch, outboxOf, type Waiting } from './outbox.ts'
import type { OutboxTables } from './outbox-tables.ts'

export interface RelayOptions {
  readonly db: Kysely<OutboxTables>
  readonly clock: Clock
  readonly log: Log
  /** Hands one over; resolves once whoever carries it has it. */
  readonly send: (notification: Waiting) => Promise<void>
}

export interface Relay {
  start(): void
  /** Something was written: it is sent soon. Losing the call only delays it. */
  wake(): void
  /** Resolves when what was written before is sent, as far as it can be. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/**
 * What is written so soon after each other is sent together: a batch costs little more than one message, and a server that is built
 * tells a dozen times.
 */
const gathersMs = 100
/** How often to look for what nobody told of: left by a process that died, or by an outage. */
const everyMs = 5_000
/** After how long others go on with what a process has left that died while sending. */
const leaseMs = 30_000
/** No longer than this is anything more sent under one lease, so that even a slow broker is done when it lapses. */
const sendsWithinMs = 10_000
/** A lease is prolonged after so long: what is begun just before that is sent while there is still some of it. */
const renewAfterMs = leaseMs - 2 * sendsWithinMs
/** How soon to look again whether another process has sent what was written here, or left it. */
const lookAgainMs = 50
/** What cannot be sent keeps nobody from ending. */
const stopsWithinMs = 5_000

/** In their order, cut so that none tells of a resource twice: what stands in one run is sent at once. */
const runsOf = (waiting: readonly Waiting[]): readonly (readonly Waiting[])[] => {
  const runs: Waiting[][] = []
  let seen = new Set<string>()
  for (const one of waiting) {
    const last = runs.at(-1)
    if (last === undefined || seen.has(one.resource)) {
      runs.push([one])
      seen = new Set([one.resource])
    } else {
      last.push(one)
      seen.add(one.resource)
    }
  }
  return runs
}

/**
 * Sends what is in an outbox: of each resource in the order it was written, at least once, and again by the same message id
 * when a process died between sending it and noting so. Any number of relays share an outbox.
 */
export const relay = ({ db, clock, log, send }: RelayOptions): Relay => {
  const outbox = outboxOf(db, clock, randomUUID(), leaseMs)
  let failing = false

  const sendOne = async (notification: Waiting): Promise<boolean> => {
    try {
      await send(notification)
      if (failing) log.info({}, 'notifications are sent again')
      failing = false
      return true
    } catch (error) {
      if (!failing) log.warn({ reason: messageOf(error) }, 'notifications wait: they cannot be sent now')
      failing = true
      return false
    }
  }

  /** Sends these, of a resource whose message could not be sent no further one; false when some were not sent. */
  const sendBatch = async (waiting: readonly Waiting[]): Promise<boolean> => {
    const endsAt = clock.now() + sendsWithinMs
    const sent: Waiting[] = []
    const stuck = new Set<string>()
    for (const run of runsOf(waiting)) {
      if (clock.now() >= endsAt) break
      const sendable = run.filter(({ resource }) => !stuck.has(resource))
      const outcomes = await Promise.all(sendable.map(sendOne))
      for (const [index, one] of sendable.entries())
        if (outcomes[index] === true) sent.push(one)
        else stuck.add(one.resource)
    }
    await outbox.remove(sent)
    return sent.length === waiting.length
  }

  /** Under the lease that was just taken: until nothing is left, or something cannot be sent. */
  const empty = async (stopping: AbortSignal): Promise<void> => {
    let renewAt = clock.now() + renewAfterMs
    try {
      while (!stopping.aborted) {
        if (clock.now() >= renewAt) {
          renewAt = clock.now() + renewAfterMs
          if (!(await outbox.lease())) return
        }
        const waiting = await outbox.next()
        // Who writes more has it looked for anew.
        if (!(await sendBatch(waiting)) || waiting.length < batch) return
      }
    } finally {
      await outbox.release()
    }
  }

  const work = reconciler({
    name: 'notifications',
    everyMs,
    clock,
    log,
    run: async (stopping) => {
      while (!stopping.aborted && !(await outbox.isEmpty())) {
        if (await outbox.lease()) return empty(stopping)
        await new Promise<void>((resolve) => clock.after(lookAgainMs, resolve))
      }
    },
  })

  let cancelLook: (() => void) | undefined
  const lookNow = () => {
    cancelLook?.()
    cancelLook = undefined
    outsideLogScope(work.wake)
  }
  const idle = async (): Promise<void> => {
    if (cancelLook !== undefined) lookNow()
    await work.idle()
  }

  return {
    start: () => outsideLogScope(work.start),
    wake: () => {
      cancelLook ??= outsideLogScope(() => clock.after(gathersMs, lookNow))
    },
    idle,
    stop: async () => {
      let cancel = () => {}
      const late = new Promise<void>((resolve) => {
        cancel = clock.after(stopsWithinMs, resolve)
      })
      await Promise.race([idle().then(work.stop), late])
      cancel()
    },
  }
}
