import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  QosPolicyNotFound: fault<{ id: string }>('notFound', ({ id }) => `QoS policy ${id} could not be found.`),
  QosPolicyInUse: fault<{ policyId: string; type: string; id: string }>(
    'conflict',
    ({ policyId, type, id }) => `QoS Policy ${policyId} is used by ${type} ${id}.`,
  ),
  QoSPolicyDefaultAlreadyExists: fault<{ projectId: string }>(
    'conflict',
    ({ projectId }) => `A default QoS policy exists for project ${projectId}.`,
  ),
  PolicyRemoveAuthorizationError: fault<{ policyId: string }>(
    'forbidden',
    ({ policyId }) => `Failed to remove provided policy ${policyId} because you are not authorized.`,
  ),
  QosPlacementAllocationUpdateConflict: fault<{ difference: string; consumer: string }>(
    'conflict',
    ({ difference, consumer }) =>
      `Updating placement allocation with ${difference} for consumer ${consumer} failed.`,
  ),
  NotAuthorized: fault<Record<never, never>>('forbidden', 'Not authorized.'),
})
