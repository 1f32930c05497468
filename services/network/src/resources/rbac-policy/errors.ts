import { defineErrors, fault } from '@nimbo/kernel/errors'

/** A tuple in Python syntax. */
const tuple = (words: readonly string[]): string => {
  const quoted = words.map((word) => `'${word}'`)
  return quoted.length === 1 ? `(${quoted[0]},)` : `(${quoted.join(', ')})`
}

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
  InvalidActionForType: fault<{ action: string; type: string; valid: readonly string[] }>(
    'badRequest',
    ({ action, type, valid }) =>
      `Invalid action '${action}' for object type '${type}'. Valid actions: ${tuple(valid)}`,
  ),
  ObjectNotFound: fault<{ id: string }>('notFound', ({ id }) => `Object ${id} not found.`),
})
