import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newHexId } from '@nimbo/kernel/ids'
import type { JsonObject } from '@nimbo/kernel/json'
import type { Filter, Page } from '../../domain/listing.ts'
import type { Group, User } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import { type AffectTokens, ofMembers } from '../token/affect-tokens.ts'
import type { Deps } from '../../app/deps.ts'
import { type Changes, changed, found } from '../../app/found.ts'
import type { LoginWatch } from '../user/login-watch.ts'

export interface NewGroup {
  readonly name: string
  readonly domain_id: string
  readonly description?: string | undefined
  readonly extra: JsonObject
}

export const createGroups = ({ stores, notices, clock }: Deps, affect: AffectTokens, logins: LoginWatch) => {
  const find = async (id: string): Promise<Group> => found(await stores.groups.find(id), 'group', id)

  const notMember = (groupId: string, userId: string) =>
    errors.NotThere({ reason: `User '${userId}' not found in group '${groupId}'` })

  return {
    find,
    list: stores.groups.page,

    create: async (ctx: Context, input: NewGroup): Promise<Group> => {
      const { name, domain_id, description = '', extra } = input
      const domain = await stores.projects.find(domain_id)
      if (!domain?.is_domain) throw errors.NotFound({ type: 'domain', id: domain_id })
      const group = { id: newHexId<never>(), name, domain_id, description, extra } satisfies Group
      await notices.unit(async (inside) => {
        if (!(await inside.groups.insert(group)))
          throw errors.DuplicateName({ type: 'group', name, domainId: domain_id })
        await notices.told(inside, ctx, 'group', 'created', group.id)
      })
      return group
    },

    update: async (
      ctx: Context,
      id: string,
      changes: Changes<Omit<NewGroup, 'domain_id'>>,
    ): Promise<Group> => {
      const group = await find(id)
      const next = changed(group, { ...changes, extra: { ...group.extra, ...changes.extra } })
      if (
        next.name !== group.name &&
        (await stores.groups.findBy({ name: next.name, domain_id: group.domain_id }))
      )
        throw errors.DuplicateName({ type: 'group', name: next.name })
      await notices.unit(async (inside) => {
        await inside.groups.update(group, next)
        await notices.told(inside, ctx, 'group', 'updated', id)
      })
      return next
    },

    remove: async (ctx: Context, id: string): Promise<void> => {
      await find(id)
      await affect(ofMembers(id, timestamp(clock)), async (inside) => {
        await inside.assignments.removeActor('group', id)
        await inside.groups.remove(id)
        await notices.told(inside, ctx, 'group', 'deleted', id)
      })
    },

    members: async (id: string, filters: readonly Filter[], page: Page): Promise<User[]> => {
      await find(id)
      const ids = await stores.relations.userIdsOf(id, timestamp(clock))
      return logins.asTheyCount(await stores.users.page(filters, page, ids))
    },

    addMember: stores.relations.addMember,

    checkMember: async (groupId: string, userId: string): Promise<void> => {
      if (!(await stores.relations.isMember(groupId, userId, timestamp(clock))))
        throw notMember(groupId, userId)
    },

    removeMember: async (groupId: string, userId: string): Promise<void> => {
      await affect({ userIds: [userId] }, async (inside) => {
        if (!(await inside.relations.removeMember(groupId, userId))) throw notMember(groupId, userId)
      })
    },
  }
}
