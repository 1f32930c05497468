import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { cephCodes } from './run-ceph.ts'
import { endedBy } from './unless-code.ts'

/** How long to try, in ms: Ceph considers a killed client alive for another 30 s (`osd_client_watch_timeout`). */
const closedWithinMs = 50_000
const lookEveryMs = 1_000

/**
 * The exit codes with which Ceph refuses deletions while a client has the image open, and rollbacks while a client holds its
 * exclusive lock.
 */
const refusals = [cephCodes.busy, cephCodes.locked] as const

/**
 * Repeats `work`, which Ceph refuses while a client has the image open, until it is closed; rejects with the refusal if it stays
 * open.
 */
export const onceClosed = async <Result>(
  work: () => Promise<Result>,
  clock: Clock = systemClock,
): Promise<Result> => {
  const end = clock.now() + closedWithinMs
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!endedBy(error, ...refusals) || clock.now() >= end) throw error
      await pause(clock, lookEveryMs)
    }
}
