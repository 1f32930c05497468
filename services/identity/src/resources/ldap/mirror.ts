import { isDeepStrictEqual } from 'node:util'
import { timestamp } from '@nimbo/kernel/clock'
import { type AffectTokens, ofMembers } from '../token/affect-tokens.ts'
import type { Deps } from '../../app/deps.ts'
import { noPassword } from '../user/password-rules.ts'
import type { Stores } from '../../db/stores.ts'
import type { Group, User } from '../../domain/records.ts'
import type { DirectoryGroup, DirectoryUser } from './entries.ts'
import { forget, freeName, publicId, remember } from './records.ts'

/** Copies users and groups of LDAP servers into the database, so that roles can be assigned to them. */
export const createMirror = ({ stores, clock }: Pick<Deps, 'stores' | 'clock'>, affect: AffectTokens) => {
  /** The copy of a user; what LDAP does not have remains as it was before. */
  const copyOf = (domainId: string, said: DirectoryUser, before: User | undefined): User => ({
    ...(before ?? { ...noPassword, created_at: timestamp(clock), options: {} }),
    id: publicId({ domain_id: domainId, entity_type: 'user', local_id: said.localId }),
    domain_id: domainId,
    name: said.name,
    enabled: said.enabled,
    default_project_id: said.defaultProjectId,
    extra: said.extra,
  })

  const copyOfGroup = (domainId: string, { localId, name, description, extra }: DirectoryGroup): Group => {
    const id = publicId({ domain_id: domainId, entity_type: 'group', local_id: localId })
    return { id, domain_id: domainId, name, description, extra }
  }

  /** The copy of a user, if it and its groups and memberships are as LDAP says. */
  const upToDate = async (
    domainId: string,
    said: DirectoryUser,
    groups: readonly DirectoryGroup[],
  ): Promise<User | undefined> => {
    const user = await stores.users.find(copyOf(domainId, said, undefined).id)
    if (!user || !isDeepStrictEqual(user, copyOf(domainId, said, user))) return undefined
    const wanted = groups.map((group) => copyOfGroup(domainId, group))
    const known = await stores.groups.findMany(await stores.relations.groupIdsOf(user.id))
    const isKnown = (group: Group) => known.some((one) => isDeepStrictEqual(one, group))
    return known.length === wanted.length && wanted.every(isKnown) ? user : undefined
  }

  const putUser = async (inside: Stores, domainId: string, said: DirectoryUser): Promise<User> => {
    const known = { domain_id: domainId, entity_type: 'user', local_id: said.localId } as const
    const before = await inside.users.find(publicId(known))
    const user = copyOf(domainId, said, before)
    if (before && isDeepStrictEqual(before, user)) return user
    await freeName(inside.over, 'users', user)
    if (before) await inside.users.update(before, user)
    else await inside.users.insert(user)
    await remember(inside.over, known)
    return user
  }

  const putGroup = async (inside: Stores, domainId: string, said: DirectoryGroup): Promise<Group> => {
    const known = { domain_id: domainId, entity_type: 'group', local_id: said.localId } as const
    const group = copyOfGroup(domainId, said)
    const before = await inside.groups.find(group.id)
    if (before && isDeepStrictEqual(before, group)) return group
    await freeName(inside.over, 'groups', group)
    if (before) await inside.groups.update(before, group)
    else await inside.groups.insert(group)
    await remember(inside.over, known)
    return group
  }

  const setMemberships = async (
    inside: Stores,
    userId: string,
    groupIds: readonly string[],
  ): Promise<void> => {
    const before = await inside.relations.groupIdsOf(userId)
    for (const id of before) if (!groupIds.includes(id)) await inside.relations.removeMember(id, userId)
    for (const id of groupIds) if (!before.includes(id)) await inside.relations.addMember(id, userId)
  }

  return {
    /** Stores a user with its current group memberships. If nothing has changed, its tokens stay in the caches. */
    user: async (domainId: string, said: DirectoryUser, groups: readonly DirectoryGroup[]): Promise<User> => {
      const unchanged = await upToDate(domainId, said, groups)
      if (unchanged) return unchanged
      const id = publicId({ domain_id: domainId, entity_type: 'user', local_id: said.localId })
      return affect({ userIds: [id] }, async (inside) => {
        const user = await putUser(inside, domainId, said)
        const groupIds: string[] = []
        for (const group of groups) groupIds.push((await putGroup(inside, domainId, group)).id)
        await setMemberships(inside, user.id, groupIds)
        return user
      })
    },

    groups: (domainId: string, groups: readonly DirectoryGroup[]): Promise<void> =>
      affect({ userIds: [] }, async (inside) => {
        for (const group of groups) await putGroup(inside, domainId, group)
      }),

    /**
     * Disables users that are missing on the LDAP server and removes their memberships. Their role assignments are kept in case
     * they reappear.
     */
    gone: async (userIds: readonly string[]): Promise<void> => {
      // Whoever was missing before is neither enabled nor a member, and has no tokens that caches must be told of again.
      const lately: string[] = []
      for (const id of userIds) {
        const user = await stores.users.find(id)
        if (user?.enabled || (await stores.relations.groupIdsOf(id)).length > 0) lately.push(id)
      }
      if (lately.length === 0) return
      await affect({ userIds: lately }, async (inside) => {
        for (const id of lately) {
          const user = await inside.users.find(id)
          if (user?.enabled) await inside.users.update(user, { ...user, enabled: false })
          await setMemberships(inside, id, [])
        }
      })
    },

    /** Removes a group that is missing on the LDAP server. Its role assignments are kept in case it reappears. */
    groupGone: (groupId: string): Promise<void> =>
      affect(ofMembers(groupId, timestamp(clock)), async (inside) => {
        await inside.groups.remove(groupId)
        await forget(inside.over, groupId)
      }),
  }
}
