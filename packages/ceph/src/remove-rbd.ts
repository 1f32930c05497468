import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { type CephAccess, type RbdImage, specOf } from './ceph-access.ts'
import { cephCodes, copyMs, runCeph } from './run-ceph.ts'
import { endedBy } from './unless-code.ts'

/**
 * Ceph deletes no image that a client has open, and takes a client that was killed for alive for another 30 s
 * (`osd_client_watch_timeout`).
 */
const closedWithinMs = 50_000
const lookEveryMs = 1_000

/**
 * Deletes an image, waiting a while for a killed client that had it open. Rejects with the code `missing` if there is none, with
 * `notEmpty` if it has snapshots or clones, and with `busy` if a client keeps it open.
 */
export const removeRbd = async (
  access: CephAccess,
  image: RbdImage,
  clock: Clock = systemClock,
): Promise<void> => {
  const end = clock.now() + closedWithinMs
  for (;;)
    try {
      await runCeph(access, 'rbd', ['rm', '--no-progress', specOf(image)], copyMs)
      return
    } catch (error) {
      if (!endedBy(error, cephCodes.busy) || clock.now() >= end) throw error
      await pause(clock, lookEveryMs)
    }
}
