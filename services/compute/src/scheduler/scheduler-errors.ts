import { defineErrors, fault } from '@nimbo/kernel/errors'

/**
 * How scheduling fails. The message becomes the server's fault; details are in its scheduling record, and in `reason` for
 * operators.
 */
export const errors = defineErrors({
  NoValidHost: fault<{ serverId: string; reason: string }>('conflict', 'No valid host was found.'),
  /** The caller should retry, because suitable hosts may still report. */
  HostsNotHeardOf: fault<{ serverId: string }>(
    'unavailable',
    'No host is known to be up, and too little time has passed to say that none is.',
  ),
  /** The caller lost the lease of the server's flow. */
  FlowTakenOver: fault<{ serverId: string }>(
    'conflict',
    ({ serverId }) => `Another conductor goes on with instance ${serverId}.`,
  ),
  RequestSpecMissing: fault<{ serverId: string }>(
    'notFound',
    ({ serverId }) => `Request spec of instance ${serverId} could not be found.`,
  ),
})
