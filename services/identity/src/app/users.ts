import { newHexId } from '@nimbo/kernel/ids'
import type { JsonObject } from '@nimbo/kernel/json'
import type { Filter, Page } from '../domain/listing.ts'
import type { Group, Project, User } from '../domain/records.ts'
import { errors } from '../errors.ts'
import type { AffectTokens } from './affect-tokens.ts'
import type { Deps } from './deps.ts'
import { type Changes, changed, found } from './found.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { Revoke } from './revoke.ts'

export interface NewUser {
  readonly name: string
  readonly domain_id: string
  readonly password?: string | null | undefined
  readonly enabled?: boolean | undefined
  readonly default_project_id?: string | null | undefined
  readonly options?: JsonObject | undefined
  readonly extra: JsonObject
}

export type UserChanges = Changes<Omit<NewUser, 'domain_id'>>

export const createUsers = ({ stores }: Deps, affect: AffectTokens, revoke: Revoke) => {
  const find = async (id: string): Promise<User> => found(await stores.users.find(id), 'user', id)

  const save = (before: User, next: User): Promise<void> => {
    const disabled = before.enabled && !next.enabled
    if (!disabled && before.password_hash === next.password_hash) return stores.users.replace(next)
    return affect({ userIds: [next.id] }, async (inside) => {
      await inside.users.replace(next)
      await revoke({ userId: next.id }, inside)
    })
  }

  return {
    find,
    list: stores.users.page,

    create: async (input: NewUser): Promise<User> => {
      const { name, domain_id, password } = input
      const domain = await stores.projects.find(domain_id)
      if (!domain?.is_domain) throw errors.NotFound({ type: 'domain', id: domain_id })
      const user: User = {
        id: newHexId<never>(),
        name,
        domain_id,
        enabled: input.enabled ?? true,
        default_project_id: input.default_project_id ?? null,
        password_hash: typeof password === 'string' ? await hashPassword(password) : null,
        password_expires_at: null,
        options: input.options ?? {},
        extra: input.extra,
      }
      if (!(await stores.users.insert(user)))
        throw errors.DuplicateName({ type: 'user', name, domainId: domain_id })
      return user
    },

    update: async (id: string, { password, ...changes }: UserChanges): Promise<User> => {
      const user = await find(id)
      const next = changed(user, {
        ...changes,
        extra: { ...user.extra, ...changes.extra },
        options: { ...user.options, ...changes.options },
        ...(typeof password === 'string' ? { password_hash: await hashPassword(password) } : {}),
      })
      if (
        next.name !== user.name &&
        (await stores.users.findBy({ name: next.name, domain_id: user.domain_id }))
      )
        throw errors.DuplicateName({ type: 'user', name: next.name, domainId: user.domain_id })
      await save(user, next)
      return next
    },

    /** A user's own change of password, proven by the old one; ends all tokens of the user. */
    changePassword: async (id: string, original: string, password: string): Promise<void> => {
      const user = await stores.users.find(id)
      const right = await verifyPassword(original, user?.password_hash)
      if (!user || !right || !user.enabled) throw errors.Unauthorized()
      if (user.options.lock_password === true)
        throw errors.Forbidden({ action: 'change of a locked password' })
      await save(user, { ...user, password_hash: await hashPassword(password) })
    },

    remove: async (id: string): Promise<void> => {
      await find(id)
      await affect({ userIds: [id] }, async (inside) => {
        await inside.assignments.removeActor('user', id)
        await inside.users.remove(id)
      })
    },

    groupsOf: async (id: string, filters: readonly Filter[], page: Page): Promise<Group[]> => {
      await find(id)
      return stores.groups.page(filters, page, await stores.relations.groupIdsOf(id))
    },

    /** The projects or domains on which the user has a role. */
    targetsOf: async (
      id: string,
      kind: 'project' | 'domain',
      filters: readonly Filter[],
      page: Page,
    ): Promise<Project[]> => {
      await find(id)
      return stores.projects.page(filters, page, await stores.assignments.targetsOf(id, kind))
    },

    hasSystemRole: async (id: string): Promise<boolean> =>
      (await stores.assignments.effectiveRoles(id, { target_type: 'system', target_id: 'all' })).length > 0,
  }
}
