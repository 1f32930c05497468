import { defineErrors, fault } from '@nimbo/kernel/errors'

/** Why a flow of compute rolls back. */
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
  ComputeHostNotFound: fault<{ host: string }>(
    'notFound',
    ({ host }) => `Compute host ${host} could not be found.`,
  ),
  UnableToMigrateToSelf: fault<{ serverId: string; host: string }>(
    'badRequest',
    ({ serverId, host }) => `Unable to migrate instance (${serverId}) to current host (${host}).`,
  ),
  NoRoomOnHost: fault<{ serverId: string; host: string }>(
    'conflict',
    ({ serverId, host }) =>
      `No valid host was found. Unable to move instance ${serverId} to host ${host}. There is not enough capacity on the host for the instance.`,
  ),
  ComplexAllocations: fault<{ serverId: string; host: string }>(
    'conflict',
    ({ serverId, host }) =>
      `No valid host was found. Unable to move instance ${serverId} to host ${host}. The instance has complex allocations on the source host so move cannot be forced.`,
  ),
  LiveMigrationAborted: fault<{ serverId: string }>(
    'conflict',
    ({ serverId }) => `Live migration of instance ${serverId} was aborted.`,
  ),
  ComputeHostDown: fault<{ host: string }>(
    'unavailable',
    ({ host }) => `Compute service of ${host} is unavailable at this time.`,
  ),
})
