import type { AffectTokens } from '../token/affect-tokens.ts'
import type { Deps } from '../../app/deps.ts'
import { type NamedInDomain, principalFinder } from '../../app/find-principal.ts'
import type { User } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import { domainOptions } from '../domain-config/records.ts'
import { type Directory, openDirectory } from './directory.ts'
import { type DirectoryUser, membershipsOf } from './entries.ts'
import { createMirror } from './mirror.ts'
import { ldapOptions } from './options.ts'
import { type Entity, knownAs, publicId, publicIds } from './records.ts'

/** The domains with `[identity] driver = ldap`. */
export interface LdapDomains {
  /**
   * Checks the password of a user of such a domain; `user` is undefined if it is wrong or there is no such user. Returns
   * undefined for users of other domains.
   */
  signIn(spec: NamedInDomain & { readonly password: string }): Promise<{ user?: User } | undefined>
  /** Updates the users and groups of a domain from its LDAP server; does nothing for other domains. */
  refresh(domainId: string | undefined): Promise<void>
  /** Updates one user from the LDAP server. */
  refreshUser(id: string): Promise<void>
  /** The same, unless the user has been updated within the last minute. */
  keepUp(id: string): Promise<void>
  /** Throws `Forbidden` for such a domain, since LDAP servers are read-only. */
  refuseChange(domainId: string | undefined): Promise<void>
}

const recentMs = 60_000

export const createLdapDomains = (
  deps: Pick<Deps, 'db' | 'stores' | 'clock' | 'log' | 'config'>,
  affect: AffectTokens,
): LdapDomains => {
  const { db, stores, clock, log, config } = deps
  const isOn = config.identity.domain_specific_drivers_enabled
  const mirror = createMirror(deps, affect)
  const find = principalFinder(stores)

  const directoryOf = async (domainId: string | undefined): Promise<Directory | undefined> => {
    if (!isOn || domainId === undefined) return undefined
    const { identity, ldap = {} } = await domainOptions(db, domainId)
    return identity?.driver === 'ldap' ? openDirectory(ldapOptions(ldap), log) : undefined
  }

  const readAt = new Map<string, number>()

  const read = async (directory: Directory, domainId: string, said: DirectoryUser): Promise<User> => {
    const user = await mirror.user(domainId, said, await directory.groupsOf(said))
    readAt.set(user.id, clock.now())
    return user
  }

  /** The domain of a user, and the attribute and value to search for. */
  const placeOf = async (spec: NamedInDomain) => {
    if (spec.id !== undefined) {
      const known = await knownAs(db, spec.id)
      return known && ({ domainId: known.domain_id, by: 'id', value: known.local_id } as const)
    }
    const domain = await find.domain(spec.domain ?? {})
    return domain && ({ domainId: domain.id, by: 'name', value: spec.name ?? '' } as const)
  }

  const refreshUser = async (id: string): Promise<void> => {
    const known = isOn ? await knownAs(db, id) : undefined
    const directory = await directoryOf(known?.domain_id)
    if (!known || !directory) return
    const said = await directory.userBy('id', known.local_id)
    if (said) await read(directory, known.domain_id, said)
    else await mirror.gone([id])
  }

  /** The ids of users or groups that were once found on the LDAP server and are not among those found now. */
  const missingIn = async (
    domain_id: string,
    entity_type: Entity,
    found: readonly { readonly localId: string }[],
  ): Promise<string[]> => {
    const there = new Set(found.map(({ localId }) => publicId({ domain_id, entity_type, local_id: localId })))
    return (await publicIds(db, domain_id, entity_type)).filter((id) => !there.has(id))
  }

  return {
    refreshUser,

    keepUp: async (id) => {
      if (clock.now() - (readAt.get(id) ?? 0) >= recentMs) await refreshUser(id)
    },

    signIn: async (spec) => {
      const place = isOn ? await placeOf(spec) : undefined
      const directory = await directoryOf(place?.domainId)
      if (!place || !directory) return undefined
      const said = await directory.userBy(place.by, place.value)
      if (!said || !(await directory.isPassword(said, spec.password))) return {}
      return { user: await read(directory, place.domainId, said) }
    },

    refresh: async (domainId) => {
      const directory = await directoryOf(domainId)
      if (!directory || domainId === undefined) return
      const [users, groups] = [await directory.users(), await directory.groups()]
      await mirror.groups(domainId, groups)
      const groupsOf = membershipsOf(groups)
      for (const user of users) await mirror.user(domainId, user, groupsOf(user))
      await mirror.gone(await missingIn(domainId, 'user', users))
      for (const id of await missingIn(domainId, 'group', groups)) await mirror.groupGone(id)
    },

    refuseChange: async (domainId) => {
      if (!isOn || domainId === undefined) return
      const { identity } = await domainOptions(db, domainId)
      if (identity?.driver === 'ldap')
        throw errors.Forbidden({ action: 'LDAP does not support write operations' })
    },
  }
}
