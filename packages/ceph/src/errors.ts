import { defineErrors, fault } from '@nimbo/kernel/errors'

/** Failures of Ceph's programs. */
export const errors = defineErrors({
  /** `code` is the program's exit code, an errno value. */
  CephFailed: fault<{ command: string; code: number; reason: string }>(
    'internal',
    ({ command, reason }) => `${command}: ${reason}`,
  ),
  /** The cluster does not answer. */
  CephAway: fault<{ command: string; reason: string }>(
    'unavailable',
    ({ command, reason }) => `${command}: ${reason}`,
  ),
})
