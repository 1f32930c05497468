import { defineErrors, fault } from '@nimbo/kernel/errors'

/** How scheduling fails. The sentence is what a server's fault says; why is in its scheduling record, and in `reason` for operators. */
export const errors = defineErrors({
  NoValidHost: fault<{ serverId: string; reason: string }>('conflict', 'No valid host was found.'),
  /** Who asks is to ask again: hosts that would do may yet be heard of. */
  HostsNotHeardOf: fault<{ serverId: string }>(
    'unavailable',
    'No host is known to be up, and too little time has passed to say that none is.',
  ),
  /** Whoever asked was passed over meanwhile: another goes on with the server. */
  FlowTakenOver: fault<{ serverId: string }>(
    'conflict',
    ({ serverId }) => `Another conductor goes on with instance ${serverId}.`,
  ),
  RequestSpecMissing: fault<{ serverId: string }>(
    'notFound',
    ({ serverId }) => `Request spec of instance ${serverId} could not be found.`,
  ),
})
