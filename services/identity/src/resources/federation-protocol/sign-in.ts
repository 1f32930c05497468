import type { IdentityProvider } from '@nimbo/contracts/identity/identity-providers'
import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newHexId } from '@nimbo/kernel/ids'
import type { Deps } from '../../app/deps.ts'
import { principalFinder } from '../../app/find-principal.ts'
import { noPassword } from '../user/password-rules.ts'
import type { Authenticated } from '../../app/authenticated.ts'
import { type Stores, storesOf } from '../../db/stores.ts'
import type { User } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import { identityProviders } from '../identity-provider/records.ts'
import {
  type Assertion,
  applyMapping,
  attributeName,
  type MappedIdentity,
  NoSuchValue,
} from '../mapping/apply-mapping.ts'
import { mappings } from '../mapping/records.ts'
import {
  addFederatedUser,
  federatedUserId,
  type Protocol,
  protocolOf,
  replaceMemberships,
} from './records.ts'
import type { AssertionSource, FederatedRequest, ReceivedAssertion } from './assertion-source.ts'

const minuteMs = 60_000

/** Logs in a federated user: reads the assertion in a request, checks its issuer and applies the protocol's mapping. */
export const createFederatedSignIn = (deps: Deps, sources: readonly AssertionSource[]) => {
  const { db, clock, config, notices, stores } = deps
  const { default_authorization_ttl, remote_id_attribute } = config.federation

  const checkIssuer = (
    idp: IdentityProvider,
    protocol: Protocol,
    { assertion, issuer }: ReceivedAssertion,
  ): void => {
    const attribute = protocol.remote_id_attribute ?? remote_id_attribute
    if (issuer === undefined && (attribute === undefined || idp.remote_ids.length === 0)) return
    const [given] = issuer === undefined ? (assertion.get(attributeName(attribute ?? '')) ?? []) : [issuer]
    if (given === undefined || !idp.remote_ids.includes(given))
      throw errors.NotAllowed({
        reason: 'Incoming identity provider identifier not included among the accepted identifiers.',
      })
  }

  const mapped = async ({ mapping_id }: Protocol, assertion: Assertion): Promise<MappedIdentity> => {
    const mapping = await mappings.get(db, 'all', mapping_id)
    if (!mapping) throw errors.NotFound({ type: 'mapping', id: mapping_id })
    try {
      const identity = applyMapping(mapping.rules, assertion)
      if (identity) return identity
    } catch (error) {
      if (!(error instanceof NoSuchValue)) throw error
      throw errors.Invalid({
        reason: `Local section in mapping ${mapping_id} refers to a remote match that doesn't exist (e.g. {0} in a local section).`,
      })
    }
    throw errors.Unauthorized()
  }

  /** The ids of the groups that a mapping names. Unknown names are ignored; unknown ids are an error. */
  const groupsOf = async ({ groupIds, groupNames }: MappedIdentity): Promise<string[]> => {
    const find = principalFinder(stores)
    const known = await stores.groups.findMany(groupIds)
    if (known.length < groupIds.length) throw errors.Unauthorized()
    const ids = new Set(groupIds)
    for (const { name, domain } of groupNames) {
      const within = await find.domain(domain)
      const group = within && (await stores.groups.findBy({ name, domain_id: within.id }))
      if (group) ids.add(group.id)
    }
    return [...ids]
  }

  const newUser = (idp: IdentityProvider, name: string, email: string | undefined): User => ({
    id: newHexId<never>(),
    name,
    domain_id: idp.domain_id ?? '',
    enabled: true,
    default_project_id: null,
    created_at: timestamp(clock),
    options: {},
    ...noPassword,
    extra: email === undefined ? {} : { email },
  })

  /** The id of the shadow user: an existing one, or a new user in the provider's domain. */
  const shadowUserOf = async (
    inside: Stores,
    ctx: Context,
    idp: IdentityProvider,
    protocol: Protocol,
    { user }: MappedIdentity,
  ): Promise<string> => {
    const unique_id = user.id ?? user.name
    if (unique_id === undefined || unique_id === '') throw errors.Unauthorized()
    const known = { idp_id: idp.id, protocol_id: protocol.id, unique_id }
    const before = await federatedUserId(inside.over, known)
    if (before !== undefined) return before
    const made = newUser(idp, user.name ?? unique_id, user.email)
    const named = (await inside.users.insert(made)) ? made : { ...made, name: `${made.name} ${made.id}` }
    if (named !== made && !(await inside.users.insert(named))) throw errors.Unauthorized()
    await addFederatedUser(inside.over, known, named.id)
    await notices.told(inside, ctx, 'user', 'created', named.id)
    return named.id
  }

  const localUser = async ({ user }: MappedIdentity): Promise<string> => {
    const found = await principalFinder(stores).user(user)
    if (!found) throw errors.Unauthorized()
    return found.id
  }

  return async (
    ctx: Context,
    idpId: string,
    protocolId: string,
    request: FederatedRequest,
  ): Promise<Authenticated> => {
    const source = sources.find((one) => one.appliesTo(request))
    if (!source) throw errors.Unauthorized()
    const idp = await identityProviders.get(db, 'all', idpId)
    if (!idp) throw errors.NotFound({ type: 'Identity Provider', id: idpId })
    const protocol = await protocolOf(db, idpId, protocolId)
    if (!protocol) throw errors.ProtocolNotFound({ id: protocolId, idpId })
    if (!idp.enabled) throw errors.NotAllowed({ reason: `Identity Provider ${idpId} is disabled.` })
    const received = await source.read(request, { idp, protocol })
    checkIssuer(idp, protocol, received)
    const identity = await mapped(protocol, received.assertion)
    if (identity.user.type === 'local') {
      const userId = await localUser(identity)
      await notices.vouchedFor(stores, ctx, 'success', { identityProvider: idpId, groups: [] }, userId)
      return { userId, methods: ['mapped'] }
    }
    const groupIds = await groupsOf(identity)
    const ttlMs = (idp.authorization_ttl ?? default_authorization_ttl) * minuteMs
    const expiresAt = new Date(clock.now() + Math.max(ttlMs, config.token.expiration * 1000)).toISOString()
    const userId = await inTransaction(db, async (trx) => {
      const inside = storesOf(trx)
      const id = await shadowUserOf(inside, ctx, idp, protocol, identity)
      await replaceMemberships(trx, { userId: id, idpId, expiresAt }, groupIds)
      await notices.vouchedFor(inside, ctx, 'success', { identityProvider: idpId, groups: groupIds }, id)
      return id
    })
    await deps.tellInvalidated({ userIds: [userId] })
    return { userId, methods: ['mapped'], federation: { idpId, protocolId } }
  }
}

export type FederatedSignIn = ReturnType<typeof createFederatedSignIn>
