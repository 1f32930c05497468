import { defineErrors, fault } from '@nimbo/kernel/errors'

/** Why a flow of compute turns back. */
export const errors = defineErrors({
  ServerGone: fault<{ serverId: string }>(
    'notFound',
    ({ serverId }) => `Instance ${serverId} could not be found.`,
  ),
  HostInOtherCell: fault<{ host: string; cellId: string }>(
    'conflict',
    ({ host, cellId }) => `Host '${host}' is mapped to cell ${cellId}, and speaks from another.`,
  ),
  AlternatesExhausted: fault<{ serverId: string }>(
    'conflict',
    ({ serverId }) =>
      `Exceeded maximum number of retries. Exhausted all hosts available for retrying build failures for instance ${serverId}.`,
  ),
  BuildFailed: fault<{ serverId: string; host: string; reason: string; elsewhere: boolean }>(
    'internal',
    ({ serverId, reason }) => `Build of instance ${serverId} aborted: ${reason}`,
  ),
  GroupPolicyViolated: fault<{ policy: string }>(
    'conflict',
    ({ policy }) =>
      `${policy === 'affinity' ? 'Affinity' : 'Anti-affinity'} instance group policy was violated.`,
  ),
  ComputeHostDown: fault<{ host: string }>(
    'unavailable',
    ({ host }) => `Compute service of ${host} is unavailable at this time.`,
  ),
})
