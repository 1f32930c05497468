import { defineErrors, fault } from '@nimbo/kernel/errors'

/** How scheduling fails. The sentence is what a server's fault says; why is in its scheduling record. */
export const errors = defineErrors({
  NoValidHost: fault<{ serverId: string }>('conflict', 'No valid host was found.'),
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
