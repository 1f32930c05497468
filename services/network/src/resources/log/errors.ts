import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  LogResourceNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Log resource ${id} could not be found.`,
  ),
  InvalidLogResourceType: fault<{ type: string }>(
    'badRequest',
    ({ type }) => `Invalid log resource_type: ${type}.`,
  ),
  ResourceNotFound: fault<{ id: string }>('notFound', ({ id }) => `Resource ${id} could not be found.`),
  TargetResourceNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Target resource ${id} could not be found.`,
  ),
  InvalidResourceConstraint: fault<{ id: string; targetId: string }>(
    'badRequest',
    ({ id, targetId }) =>
      `Invalid resource constraint between resource (security_group: ${id}) and target resource ` +
      `(port: ${targetId}).`,
  ),
})
