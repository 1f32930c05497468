import type { Clock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'

export interface MemberChanges {
  /** The members of these security groups, or their addresses, are others now. */
  add(groupIds: readonly string[]): void
  /** Spreads what is still waiting, and resolves when nothing is. */
  idle(): Promise<void>
  /** Spreads what is still waiting, for nobody else knows of it. */
  stop(): Promise<void>
}

interface Options {
  readonly clock: Clock
  readonly log: Log
  /** Has every host filter anew that lets these groups in. */
  readonly refilter: (groupIds: readonly string[]) => Promise<void>
}

/** How long changes are gathered. A project's default group lets its own members in, so each new port concerns them all. */
const gatherMs = 1_000

/**
 * Spreads changes of membership, gathered, so that a hundred ports made at once do not have every host filter a hundred
 * times. What a crash loses here, agents find at their next full look.
 */
export const memberChanges = ({ clock, log, refilter }: Options): MemberChanges => {
  let waiting = new Set<string>()
  let cancelTimer: (() => void) | undefined
  let spreading = Promise.resolve()

  const spread = (): void => {
    cancelTimer?.()
    cancelTimer = undefined
    const groupIds = [...waiting]
    waiting = new Set()
    if (groupIds.length === 0) return
    spreading = spreading
      .then(() => refilter(groupIds))
      .catch((error: unknown) => {
        log.warn(
          { groups: groupIds.length, reason: messageOf(error) },
          'hosts could not be told of new members',
        )
      })
  }

  return {
    add: (groupIds) => {
      for (const id of groupIds) waiting.add(id)
      if (groupIds.length > 0) cancelTimer ??= clock.after(gatherMs, spread)
    },
    idle: async () => {
      spread()
      await spreading
    },
    stop: async () => {
      spread()
      await spreading
    },
  }
}
