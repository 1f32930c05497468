import { defineErrors, fault } from '@nimbo/kernel/errors'

/** Every failure identity tells its clients about, in the words they know. */
export const errors = defineErrors({
  Unauthorized: fault<Record<never, never>>(
    'unauthenticated',
    'The request you have made requires authentication.',
  ),
  Forbidden: fault<{ action: string }>(
    'forbidden',
    ({ action }) => `You are not authorized to perform the requested action: ${action}.`,
  ),
  NotFound: fault<{ type: string; id: string }>(
    'notFound',
    ({ type, id }) => `Could not find ${type}: ${id}.`,
  ),
  TokenNotFound: fault<{ reason: string }>('notFound', ({ reason }) => reason),
  GrantNotFound: fault<{ roleId: string; actorId: string; targetId: string }>(
    'notFound',
    ({ roleId, actorId, targetId }) =>
      `Could not find role assignment with role: ${roleId}, user or group: ${actorId}, project, domain, or system: ${targetId}.`,
  ),
  DuplicateName: fault<{ type: string; name: string; domainId?: string }>(
    'conflict',
    ({ type, name, domainId }) =>
      `Conflict occurred attempting to store ${type} - Duplicate entry found with name ${name}${
        domainId === undefined ? '' : ` at domain ID ${domainId}`
      }.`,
  ),
  DuplicateId: fault<{ type: string; id: string }>(
    'conflict',
    ({ type, id }) => `Conflict occurred attempting to store ${type} - Duplicate ID, ${id}.`,
  ),
  RegionInUse: fault<{ id: string }>(
    'conflict',
    ({ id }) => `Unable to delete region ${id} because it or its child regions have associated endpoints.`,
  ),
  Invalid: fault<{ reason: string }>('badRequest', ({ reason }) => reason),
  NotAllowed: fault<{ reason: string }>('forbidden', ({ reason }) => reason),
  Immutable: fault<{ verb: string; type: string; id: string }>(
    'forbidden',
    ({ verb, type, id }) =>
      `Unable to ${verb} immutable ${type} resource: \`${id}. Set resource option "immutable" to false first.`,
  ),
})
