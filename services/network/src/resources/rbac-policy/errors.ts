import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  RbacPolicyNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `RBAC policy of type unknown with ID ${id} not found`,
  ),
  RbacPolicyInUse: fault<{ objectId: string; details: string }>(
    'conflict',
    ({ objectId, details }) =>
      `RBAC policy on object ${objectId} cannot be removed because other objects depend on it.\nDetails: ${details}`,
  ),
  DuplicateRbacPolicy: fault<Record<never, never>>(
    'conflict',
    'An RBAC policy already exists with those values.',
  ),
  ObjectNotFound: fault<{ id: string }>('notFound', ({ id }) => `Object ${id} not found.`),
})
