import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newHexId } from '@nimbo/kernel/ids'
import type { JsonObject } from '@nimbo/kernel/json'
import type { Filter, Page } from '../../domain/listing.ts'
import type { Group, Project, User } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import type { AffectTokens } from '../token/affect-tokens.ts'
import type { Deps } from '../../app/deps.ts'
import { type Changes, changed, found } from '../../app/found.ts'
import type { LoginWatch } from './login-watch.ts'
import { noPassword, type PasswordRules } from './password-rules.ts'
import type { SaveUser } from './save-user.ts'

export interface NewUser {
  readonly name: string
  readonly domain_id: string
  readonly password?: string | null | undefined
  readonly enabled?: boolean | undefined
  readonly default_project_id?: string | null | undefined
  readonly options?: JsonObject | undefined
  readonly extra: JsonObject
}

/** Merges changed options; null removes one. */
const withOptions = (before: JsonObject, changes: JsonObject = {}): JsonObject =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null))

export type UserChanges = Changes<Omit<NewUser, 'domain_id'>>

interface Parts {
  readonly affect: AffectTokens
  readonly passwords: PasswordRules
  readonly logins: LoginWatch
  readonly save: SaveUser
}

export const createUsers = ({ stores, clock, notices }: Deps, { affect, passwords, logins, save }: Parts) => {
  const load = async (id: string): Promise<User> => found(await stores.users.find(id), 'user', id)

  const asItCounts = async (user: User): Promise<User> => (await logins.asTheyCount([user]))[0] ?? user

  const refuseDomain = async (projectId: string | null | undefined): Promise<void> => {
    if (typeof projectId === 'string' && (await stores.projects.find(projectId))?.is_domain)
      throw errors.Invalid({ reason: `User's default project ID cannot be a domain ID: ${projectId}` })
  }

  const find = async (id: string): Promise<User> => asItCounts(await load(id))

  const expiringGroupsOf = (id: string) => stores.relations.expiringGroupsOf(id, timestamp(clock))

  return {
    find,
    list: async (filters: readonly Filter[], page: Page): Promise<User[]> =>
      logins.asTheyCount(await stores.users.page(filters, page)),

    create: async (ctx: Context, input: NewUser): Promise<User> => {
      const { name, domain_id, password } = input
      const options = withOptions({}, input.options)
      const domain = await stores.projects.find(domain_id)
      if (!domain?.is_domain) throw errors.NotFound({ type: 'domain', id: domain_id })
      await refuseDomain(input.default_project_id)
      const user: User = {
        id: newHexId<never>(),
        name,
        domain_id,
        enabled: input.enabled ?? true,
        default_project_id: input.default_project_id ?? null,
        created_at: timestamp(clock),
        options,
        ...(typeof password === 'string' ? await passwords.make(password, { options }, 'admin') : noPassword),
        extra: input.extra,
      }
      await notices.unit(async (inside) => {
        if (!(await inside.users.insert(user)))
          throw errors.DuplicateName({ type: 'user', name, domainId: domain_id })
        await notices.told(inside, ctx, 'user', 'created', user.id)
      })
      return user
    },

    update: async (ctx: Context, id: string, { password, ...changes }: UserChanges): Promise<User> => {
      const user = await load(id)
      await refuseDomain(changes.default_project_id)
      const options = withOptions(user.options, changes.options)
      const next = changed(user, {
        ...changes,
        extra: { ...user.extra, ...changes.extra },
        options,
        ...(typeof password === 'string' ? await passwords.make(password, { options }, 'admin') : {}),
      })
      if (
        next.name !== user.name &&
        (await stores.users.findBy({ name: next.name, domain_id: user.domain_id }))
      )
        throw errors.DuplicateName({ type: 'user', name: next.name })
      await save(ctx, user, next)
      if (changes.enabled) await logins.pardon(id)
      return asItCounts(next)
    },

    remove: async (ctx: Context, id: string): Promise<void> => {
      await find(id)
      await affect({ userIds: [id] }, async (inside) => {
        await inside.assignments.removeActor('user', id)
        await inside.users.remove(id)
        await notices.told(inside, ctx, 'user', 'deleted', id)
      })
    },

    groupsOf: async (id: string, filters: readonly Filter[], page: Page): Promise<Group[]> => {
      await find(id)
      const [own, expiring] = await Promise.all([stores.relations.groupIdsOf(id), expiringGroupsOf(id)])
      return stores.groups.page(filters, page, [...new Set([...own, ...expiring.keys()])])
    },

    /** The expiry of federated memberships, by group; groups that the user is in anyway are not included. */
    membershipEnds: async (id: string): Promise<ReadonlyMap<string, string>> => {
      const [own, expiring] = await Promise.all([stores.relations.groupIdsOf(id), expiringGroupsOf(id)])
      return new Map([...expiring].filter(([groupId]) => !own.includes(groupId)))
    },

    /** The projects or domains on which the user has a role. */
    targetsOf: async (
      id: string,
      kind: 'project' | 'domain',
      filters: readonly Filter[],
      page: Page,
    ): Promise<Project[]> => {
      await find(id)
      return stores.projects.page(
        filters,
        page,
        await stores.assignments.targetsOf(id, kind, timestamp(clock)),
      )
    },

    /** The projects on which the user has a role. */
    projectIdsOf: async (id: string): Promise<ReadonlySet<string>> =>
      new Set(await stores.assignments.targetsOf(id, 'project', timestamp(clock))),

    hasSystemRole: async (id: string): Promise<boolean> =>
      (
        await stores.assignments.effectiveRoles(
          id,
          { target_type: 'system', target_id: 'all' },
          timestamp(clock),
        )
      ).length > 0,
  }
}
