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
  /** Sends a notification; resolves once the broker or log has accepted it. */
  readonly send: (notification: Waiting) => Promise<void>
}

export interface Relay {
  start(): void
  /** Sends soon what was written. Losing the call only delays it. */
  wake(): void
  /** Resolves when the notifications written so far are sent, or cannot be sent at present. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/**
 * Notifications written within this time are sent together: a batch costs little more than one message, and building a server
 * sends a dozen notifications.
 */
const gathersMs = 100
/**
 * How often to look for notifications that nothing has woken the relay for: those of a process that died, or those left by an
 * outage.
 */
const everyMs = 5_000
/** After this time another process takes over from one that died while sending. */
const leaseMs = 30_000
/** The lease is renewed this often, also while a slow broker takes longer for a message than the lease lasts. */
const renewEveryMs = leaseMs / 3
/** After this time a batch sends no more, and removes what it has sent: little is sent again if the process dies. */
const sendsWithinMs = 10_000
/** How soon to look again whether another process has sent what was written here, or has released the lease. */
const lookAgainMs = 50
/** Stopping waits no longer than this for messages that cannot be sent. */
const stopsWithinMs = 5_000

/** Splits notifications, in order, into runs without two of the same resource; a run is sent concurrently. */
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
 * Sends the notifications in an outbox: those of each resource in the order they were written, at least once, and again with the
 * same message id when a process died between sending one and removing it. Any number of relays may share an outbox.
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

  /** Sends notifications; after a failed one no more of that resource. False when some were not sent. */
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

  /** Renews the lease that was just taken until `release`, or until it is lost to another process. */
  const keepLease = () => {
    let held = true
    let renewing = Promise.resolve()
    let cancel = () => {}
    const renew = async (): Promise<void> => {
      try {
        held = await outbox.lease()
      } catch (error) {
        // The database is away: the batch ends here, and what it has not sent stays for the next one.
        held = false
        log.warn({ reason: messageOf(error) }, 'the lease of the outbox was not renewed')
      }
      if (held) renewLater()
    }
    const renewLater = (): void => {
      cancel = clock.after(renewEveryMs, () => {
        renewing = renew()
      })
    }
    renewLater()
    return {
      isHeld: () => held,
      release: async (): Promise<void> => {
        await renewing
        cancel()
        await outbox.release()
      },
    }
  }

  /** Empties the outbox under the lease that was just taken, until nothing is left or something cannot be sent. */
  const empty = async (stopping: AbortSignal): Promise<void> => {
    const lease = keepLease()
    try {
      while (!stopping.aborted && lease.isHeld()) {
        const waiting = await outbox.next()
        // A notification written after the last read wakes the relay again.
        if (!(await sendBatch(waiting)) || waiting.length < batch) return
      }
    } finally {
      await lease.release()
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
