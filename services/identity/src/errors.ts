import { defineErrors, fault } from '@nimbo/kernel/errors'

/** All errors that identity returns to clients, with Keystone's messages. */
export const errors = defineErrors({
  Unauthorized: fault<Record<never, never>>(
    'unauthenticated',
    'The request you have made requires authentication.',
  ),
  UnsupportedMethod: fault<{ identity: { methods: readonly string[] } }>(
    'unauthenticated',
    'Attempted to authenticate with an unsupported method.',
  ),
  ScopeOfCredential: fault<{ identity: Record<never, never> }>(
    'unauthenticated',
    'Error authenticating with application credential: Application credentials cannot request a scope.',
  ),
  PasswordExpired: fault<{ userId: string }>(
    'unauthenticated',
    ({ userId }) => `The password is expired and needs to be changed for user: ${userId}.`,
  ),
  ReceiptNotFound: fault<Record<never, never>>('unauthenticated', 'Could not find auth receipt.'),
  NoRemainingUses: fault<{ id: string }>('forbidden', ({ id }) => `No remaining uses for trust: ${id}.`),
  NotExpected: fault<{ attribute: string; target: string }>(
    'badRequest',
    ({ attribute, target }) =>
      `Expecting to find ${attribute} in ${target}. The server could not comply with the request since it is either malformed or otherwise incorrect. The client is assumed to be in error.`,
  ),
  NoTimestamp: fault<Record<never, never>>(
    'badRequest',
    'Timestamp not in expected format. The server could not comply with the request since it is either malformed or otherwise incorrect. The client is assumed to be in error.',
  ),
  BeforeNow: fault<Record<never, never>>(
    'badRequest',
    "The 'expires_at' must not be before now. The server could not comply with the request since it is either malformed or otherwise incorrect. The client is assumed to be in error.",
  ),
  BadSignature: fault<{ reason: string }>('unauthenticated', ({ reason }) => reason),
  PasswordRequirements: fault<{ detail: string }>(
    'badRequest',
    ({ detail }) => `The password does not match the requirements: ${detail}.`,
  ),
  PasswordUsedBefore: fault<{ count: number }>(
    'badRequest',
    ({ count }) =>
      `The new password cannot be identical to a previous password. The total number which includes the new password must be unique is ${count}.`,
  ),
  PasswordTooYoung: fault<{ minimumDays: number; daysLeft: number }>(
    'badRequest',
    ({ minimumDays, daysLeft }) =>
      `You cannot change your password at this time due to the minimum password age. Once you change your password, it must be used for ${minimumDays} day(s) before it can be changed. Please try again in ${daysLeft} day(s) or contact your administrator to reset your password.`,
  ),
  PasswordLocked: fault<Record<never, never>>(
    'badRequest',
    'You cannot change your password at this time due to password policy disallowing password changes. Please contact your administrator to reset your password.',
  ),
  Forbidden: fault<{ action: string }>(
    'forbidden',
    ({ action }) => `You are not authorized to perform the requested action: ${action}.`,
  ),
  NotFound: fault<{ type: string; id: string }>(
    'notFound',
    ({ type, id }) => `Could not find ${type}: ${id}.`,
  ),
  NotThere: fault<{ reason: string }>('notFound', ({ reason }) => reason),
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
  DuplicateEntry: fault<{ type: string; entry: string }>(
    'conflict',
    ({ type, entry }) => `Conflict occurred attempting to store ${type} - Duplicate entry${entry}.`,
  ),
  DuplicateProject: fault<{ name: string; id: string }>(
    'conflict',
    ({ name, id }) =>
      `Conflict occurred attempting to store project - it is not permitted to have two projects with either the same name or same id in the same domain: name is ${name}, project id ${id}.`,
  ),
  DuplicateDomain: fault<{ name: string }>(
    'conflict',
    ({ name }) =>
      `Conflict occurred attempting to store project - it is not permitted to have two projects acting as domains with the same name: ${name}.`,
  ),
  RegionInUse: fault<{ id: string }>(
    'conflict',
    ({ id }) => `Unable to delete region ${id} because it or its child regions have associated endpoints.`,
  ),
  LimitNotFound: fault<{ type: 'limit' | 'registered limit'; id: string }>(
    'notFound',
    ({ type, id }) => `Could not find ${type} for ${id}.`,
  ),
  NoRegisteredLimit: fault<Record<never, never>>(
    'forbidden',
    'Unable to create a limit that has no corresponding registered limit.',
  ),
  RegisteredLimitInUse: fault<{ id: string }>(
    'forbidden',
    ({ id }) =>
      `Unable to update or delete registered limit ${id} because there are project limits associated with it.`,
  ),
  InvalidLimit: fault<{ reason: string }>('forbidden', ({ reason }) => `Invalid resource limit: ${reason}.`),
  Duplicate: fault<{ type: string }>(
    'conflict',
    ({ type }) => `Conflict occurred attempting to store ${type} - Duplicate entry.`,
  ),
  PolicyAssociationNotFound: fault<Record<never, never>>('notFound', 'Could not find policy association.'),
  NoPolicy: fault<{ id: string }>('notFound', ({ id }) => `No policy is associated with endpoint ${id}.`),
  InvalidDomainConfig: fault<{ reason: string }>(
    'forbidden',
    ({ reason }) => `Invalid domain specific configuration: ${reason.replace(/\.$/, '')}.`,
  ),
  DomainConfigNotFound: fault<{ what: string; domainId: string }>(
    'notFound',
    ({ what, domainId }) => `Could not find ${what} in domain configuration for domain ${domainId}.`,
  ),
  ProtocolNotFound: fault<{ id: string; idpId: string }>(
    'notFound',
    ({ id, idpId }) => `Could not find federated protocol ${id} for Identity Provider: ${idpId}.`,
  ),
  DuplicateRemoteId: fault<{ remoteId: string }>(
    'conflict',
    ({ remoteId }) =>
      `Conflict occurred attempting to store identity_provider - Duplicate remote ID: ${remoteId}.`,
  ),
  SamlSigning: fault<Record<never, never>>(
    'internal',
    'Unable to sign SAML assertion: an operator has to set idp_entity_id, certfile and keyfile of [saml].',
  ),
  SamlMetadata: fault<Record<never, never>>(
    'internal',
    'Error while reading metadata file: an operator has to set idp_entity_id, idp_sso_endpoint, certfile and keyfile of [saml], or idp_metadata_path.',
  ),
  DirectoryRefusesUs: fault<Record<never, never>>(
    'internal',
    'Unable to authenticate against Identity backend - Invalid username or password',
  ),
  DirectoryAway: fault<{ url: string }>(
    'internal',
    ({ url }) => `Unable to establish a connection to LDAP Server (${url}).`,
  ),
  Invalid: fault<{ reason: string }>('badRequest', ({ reason }) => reason),
  NotAllowed: fault<{ reason: string }>('forbidden', ({ reason }) => reason),
  Immutable: fault<{ verb: string; type: string; id: string }>(
    'forbidden',
    ({ verb, type, id }) =>
      `Unable to ${verb} immutable ${type} resource: \`${id}. Set resource option "immutable" to false first.`,
  ),
})
