import type { createGroups } from '../group/groups.ts'
import type { createUsers } from '../user/users.ts'
import type { Filter } from '../../domain/listing.ts'
import type { LdapDomains } from './ldap-domains.ts'

type Users = ReturnType<typeof createUsers>
type Groups = ReturnType<typeof createGroups>

const domainIn = (filters: readonly Filter[]): string | undefined => {
  const value = filters.find(
    ({ column, comparison }) => column === 'domain_id' && comparison === 'equals',
  )?.value
  return typeof value === 'string' ? value : undefined
}

/** Wraps the use cases of users: those of LDAP domains are updated from LDAP before each read, and cannot be changed. */
export const usersOfDirectories = (users: Users, ldap: LdapDomains): Users => {
  const refuse = async (id: string) => ldap.refuseChange((await users.find(id)).domain_id)
  return {
    ...users,
    find: async (id) => {
      await ldap.refreshUser(id)
      return users.find(id)
    },
    list: async (filters, page) => {
      await ldap.refresh(domainIn(filters))
      return users.list(filters, page)
    },
    groupsOf: async (id, filters, page) => {
      await ldap.refreshUser(id)
      return users.groupsOf(id, filters, page)
    },
    create: async (ctx, input) => {
      await ldap.refuseChange(input.domain_id)
      return users.create(ctx, input)
    },
    update: async (ctx, id, changes) => {
      await refuse(id)
      return users.update(ctx, id, changes)
    },
    remove: async (ctx, id) => {
      await refuse(id)
      return users.remove(ctx, id)
    },
  }
}

/** Wraps the use cases of groups in the same way. */
export const groupsOfDirectories = (groups: Groups, ldap: LdapDomains): Groups => {
  const refuse = async (id: string) => ldap.refuseChange((await groups.find(id)).domain_id)
  return {
    ...groups,
    list: async (filters, page) => {
      await ldap.refresh(domainIn(filters))
      return groups.list(filters, page)
    },
    members: async (id, filters, page) => {
      await ldap.refresh((await groups.find(id)).domain_id)
      return groups.members(id, filters, page)
    },
    create: async (ctx, input) => {
      await ldap.refuseChange(input.domain_id)
      return groups.create(ctx, input)
    },
    update: async (ctx, id, changes) => {
      await refuse(id)
      return groups.update(ctx, id, changes)
    },
    remove: async (ctx, id) => {
      await refuse(id)
      return groups.remove(ctx, id)
    },
    addMember: async (groupId, userId) => {
      await refuse(groupId)
      return groups.addMember(groupId, userId)
    },
    removeMember: async (groupId, userId) => {
      await refuse(groupId)
      return groups.removeMember(groupId, userId)
    },
  }
}
