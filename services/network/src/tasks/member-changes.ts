import type { Clock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { type Gathering, gathering } from './gathering.ts'

interface Options {
  readonly clock: Clock
  readonly log: Log
  /** Has every host filter anew that lets these groups in. */
  readonly refilter: (groupIds: readonly string[]) => Promise<void>
}

/** How long changes are gathered. A project's default group lets its own members in, so each new port concerns them all. */
const gatherMs = 1_000

/**
 * Spreads that the members of security groups, or their addresses, are others now: gathered, so that a hundred ports made at
 * once do not have every host filter a hundred times. What a crash loses here, agents find at their next full look.
 */
export const memberChanges = ({ clock, log, refilter }: Options): Gathering =>
  gathering({
    clock,
    forMs: gatherMs,
    work: refilter,
    failed: (error, groupIds) =>
      log.warn(
        { groups: groupIds.length, reason: messageOf(error) },
        'hosts could not be told of new members',
      ),
  })
