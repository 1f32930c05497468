import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  SecurityGroupNotFound: fault<{ id: string }>('notFound', ({ id }) => `Security group ${id} does not exist`),
  SecurityGroupInUse: fault<{ id: string; reason: string }>(
    'conflict',
    ({ id, reason }) => `Security Group ${id} ${reason}.`,
  ),
  SecurityGroupCannotRemoveDefault: fault<Record<never, never>>(
    'conflict',
    'Insufficient rights for removing default security group.',
  ),
  SecurityGroupCannotUpdateDefault: fault<Record<never, never>>(
    'conflict',
    'Updating default security group not allowed.',
  ),
  SecurityGroupDefaultAlreadyExists: fault<Record<never, never>>(
    'conflict',
    'Default security group already exists.',
  ),
})
