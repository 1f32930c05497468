import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  SecurityGroupDefaultStatefulnessNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Security group default statefulness ${id} could not be found.`,
  ),
  SecurityGroupDefaultStatefulnessAlreadyExists: fault<{ projectId: string }>(
    'conflict',
    ({ projectId }) =>
      `A security group default statefulness setting already exists for project '${projectId}'.`,
  ),
})
