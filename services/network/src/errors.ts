import { defineErrors, fault } from '@nimbo/kernel/errors'

/**
 * Neutron's exceptions that any kind of resource may raise: the code is the `type` in the reply, and clients match on
 * the message. Errors of one kind of resource are declared beside it.
 */
export const errors = defineErrors({
  HTTPBadRequest: fault<{ reason: string }>('badRequest', ({ reason }) => reason),
  HTTPNotFound: fault<Record<never, never>>('notFound', 'The resource could not be found.'),
  PolicyNotAuthorized: fault<{ rules: string }>(
    'forbidden',
    ({ rules }) => `${rules} is disallowed by policy`,
  ),
  BadRequest: fault<{ resource: string; reason: string }>(
    'badRequest',
    ({ resource, reason }) => `Bad ${resource} request: ${reason}.`,
  ),
  InvalidInput: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `Invalid input for operation: ${reason}.`,
  ),
  RevisionNumberConstraintFailed: fault<{ constraint: string }>(
    'preconditionFailed',
    ({ constraint }) => `Constrained to ${constraint}, but current revision is different`,
  ),
  OverQuota: fault<{ resources: readonly string[] }>(
    'conflict',
    ({ resources }) => `Quota exceeded for resources: [${resources.map((name) => `'${name}'`).join(', ')}].`,
  ),
  QuotaResourceUnknown: fault<{ unknown: readonly string[] }>(
    'notFound',
    ({ unknown }) => `Unknown quota resources ${unknown.map((name) => `'${name}'`).join(', ')}.`,
  ),
  TenantQuotaNotFound: fault<{ projectId: string }>(
    'notFound',
    ({ projectId }) => `Quota for project ${projectId} could not be found.`,
  ),
  ExtensionsNotFound: fault<{ extensions: string }>(
    'notFound',
    ({ extensions }) => `Extensions not found: ['${extensions}'].`,
  ),
  TagNotFound: fault<{ tag: string }>('notFound', ({ tag }) => `Tag ${tag} could not be found.`),
})

const said = fault<{ reason: string }>('badRequest', ({ reason }) => reason)

/** Errors for attribute values that the attribute's type refuses with an error code. */
export const valueErrors = defineErrors({
  HTTPBadRequest: said,
  AllowedAddressPairsMissingIP: said,
  DuplicateAddressPairInRequest: said,
  SecurityGroupRuleInvalidEtherType: said,
  SecurityGroupInvalidPortValue: said,
  InvalidCIDR: said,
})
