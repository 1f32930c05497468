import { defineErrors, fault } from '@nimbo/kernel/errors'

/** How Ceph's programs fail. */
export const errors = defineErrors({
  /** `code` is what the program ended with: Ceph's name their reason by it, as the number of an error of the system. */
  CephFailed: fault<{ command: string; code: number; reason: string }>(
    'internal',
    ({ command, reason }) => `${command}: ${reason}`,
  ),
  /** A cluster that does not answer is away, and its data are not gone. */
  CephAway: fault<{ command: string; reason: string }>(
    'unavailable',
    ({ command, reason }) => `${command}: ${reason}`,
  ),
})
