import type { Context } from '@nimbo/kernel/context'
import { newHexId } from '@nimbo/kernel/ids'
import type { JsonObject } from '@nimbo/kernel/json'
import type { Stores } from '../../db/stores.ts'
import type { Filter, Page } from '../../domain/listing.ts'
import type { Project } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import type { AffectTokens } from '../token/affect-tokens.ts'
import type { Deps } from '../../app/deps.ts'
import { domainNamed } from './domain-named.ts'
import { type Changes, changed, found, refuseImmutable } from '../../app/found.ts'
import type { Revoke } from '../token/revoke.ts'

export interface NewDomain {
  /** An id chosen by the client; generated if missing. */
  readonly id?: string | undefined
  readonly name: string
  readonly description?: string | undefined
  readonly enabled?: boolean | undefined
  readonly options?: JsonObject | undefined
  readonly extra: JsonObject
}

const batch = 500
const isDomain: Filter = { column: 'is_domain', comparison: 'equals', ignoreCase: false, value: true }

type Gone = (kind: 'user' | 'group' | 'project' | 'role', id: string) => Promise<void>

/** Deletes the users, groups, projects and roles of a domain. */
const empty = async (stores: Stores, domainId: string, gone: Gone): Promise<void> => {
  const inDomain: Filter[] = [
    { column: 'domain_id', comparison: 'equals', ignoreCase: false, value: domainId },
  ]
  for (const kind of ['user', 'group'] as const) {
    const store = kind === 'user' ? stores.users : stores.groups
    for (;;) {
      const some = await store.page(inDomain, { limit: batch })
      for (const { id } of some) {
        await stores.assignments.removeActor(kind, id)
        await store.remove(id)
        await gone(kind, id)
      }
      if (some.length < batch) break
    }
  }
  for (;;) {
    const some = await stores.projects.page(inDomain, { limit: batch })
    for (const { id } of some) {
      await stores.assignments.removeTarget(id)
      await stores.relations.forgetDefaultProject(id)
      await stores.projects.remove(id)
      await gone('project', id)
    }
    if (some.length < batch) break
  }
  for (const { id } of await stores.roles.page(inDomain, { limit: 10_000 })) {
    await stores.roles.remove(id)
    await gone('role', id)
  }
}

export const createDomains = ({ stores, notices }: Deps, affect: AffectTokens, revoke: Revoke) => {
  const find = async (id: string): Promise<Project> => {
    const domain = await stores.projects.find(id)
    return found(domain?.is_domain ? domain : undefined, 'domain', id)
  }

  return {
    find,

    create: async (ctx: Context, input: NewDomain): Promise<Project> => {
      const domain: Project = {
        id: input.id ?? newHexId<never>(),
        name: input.name,
        domain_id: null,
        parent_id: null,
        is_domain: true,
        enabled: input.enabled ?? true,
        description: input.description ?? '',
        options: input.options ?? {},
        extra: input.extra,
      }
      await notices.unit(async (inside) => {
        if (!(await inside.projects.insert(domain))) throw errors.DuplicateDomain({ name: input.name })
        await notices.told(inside, ctx, 'domain', 'created', domain.id)
      })
      return domain
    },

    list: (filters: readonly Filter[], page: Page): Promise<Project[]> =>
      stores.projects.page([isDomain, ...filters], page),

    update: async (ctx: Context, id: string, changes: Changes<NewDomain>): Promise<Project> => {
      const domain = await find(id)
      refuseImmutable('update', 'domain', domain, changes)
      const next = changed(domain, {
        ...changes,
        extra: { ...domain.extra, ...changes.extra },
        options: { ...domain.options, ...changes.options },
      })
      const taken = next.name === domain.name ? undefined : await domainNamed(stores, next.name)
      if (taken && taken.id !== id) throw errors.DuplicateDomain({ name: next.name })
      const write = async (inside: Stores): Promise<void> => {
        await inside.projects.update(domain, next)
        await notices.told(inside, ctx, 'domain', 'updated', id)
      }
      if (domain.enabled && !next.enabled)
        await affect({ domainId: id }, async (inside) => {
          await write(inside)
          await notices.told(inside, ctx, 'domain', 'disabled', id)
          await revoke({ domainId: id }, inside)
        })
      else await notices.unit(write)
      return next
    },

    /** Deletes a disabled domain with all its projects, users, groups and roles. */
    remove: async (ctx: Context, id: string): Promise<void> => {
      const domain = await find(id)
      refuseImmutable('delete', 'domain', domain)
      if (domain.enabled)
        throw errors.NotAllowed({
          reason: 'Cannot delete a domain that is enabled, please disable it first.',
        })
      // All cached tokens must be validated again: the domain's groups may have members, and its roles assignments, in other
      // domains.
      await affect({}, async (inside) => {
        await empty(inside, id, (kind, gone) => notices.told(inside, ctx, kind, 'deleted', gone))
        await inside.assignments.removeTarget(id)
        await inside.projects.remove(id)
        await notices.told(inside, ctx, 'domain', 'deleted', id)
      })
    },
  }
}
