import type { Context } from '@nimbo/kernel/context'
import { newHexId } from '@nimbo/kernel/ids'
import type { JsonObject } from '@nimbo/kernel/json'
import type { Role } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import type { AffectTokens } from '../token/affect-tokens.ts'
import type { Deps } from '../../app/deps.ts'
import { type Changes, changed, found, refuseImmutable } from '../../app/found.ts'

export interface NewRole {
  readonly name: string
  readonly domain_id?: string | null | undefined
  readonly description?: string | null | undefined
  readonly options?: JsonObject | undefined
  readonly extra: JsonObject
}

/** A role with the roles it implies. */
export interface RoleInference {
  readonly prior: Role
  readonly implied: readonly Role[]
}

/** `admin` may not be implied, since that would grant it unnoticed. */
const neverImplied = 'admin'

export const createRoles = ({ stores, notices }: Deps, affect: AffectTokens) => {
  const find = async (id: string): Promise<Role> => found(await stores.roles.find(id), 'role', id)

  const duplicate = (name: string, domainId: string | null) =>
    errors.DuplicateName({ type: 'role', name, ...(domainId === null ? {} : { domainId }) })

  const inferences = async (): Promise<RoleInference[]> => {
    const rules = await stores.relations.impliedRules()
    const ids = new Set(rules.flatMap((rule) => [rule.prior_role_id, rule.implied_role_id]))
    const roles = new Map((await stores.roles.findMany([...ids])).map((role) => [role.id, role]))
    const byPrior = Map.groupBy(rules, ({ prior_role_id }) => prior_role_id)
    return [...byPrior].flatMap(([id, each]) => {
      const prior = roles.get(id)
      const implied = each.map(({ implied_role_id }) => roles.get(implied_role_id))
      return prior ? [{ prior, implied: implied.filter((role) => role !== undefined) }] : []
    })
  }

  const impliedBy = async (prior: Role): Promise<RoleInference> =>
    (await inferences()).find((inference) => inference.prior.id === prior.id) ?? { prior, implied: [] }

  const noInference = (priorId: string, impliedId: string) =>
    errors.NotThere({ reason: `${priorId} does not imply ${impliedId}.` })

  return {
    find,
    list: stores.roles.page,
    inferences,
    impliedBy,

    create: async (ctx: Context, input: NewRole): Promise<Role> => {
      const { name, domain_id = null, description = null, options = {}, extra } = input
      if (domain_id !== null && !(await stores.projects.find(domain_id))?.is_domain)
        throw errors.NotFound({ type: 'domain', id: domain_id })
      const role = { id: newHexId<never>(), name, domain_id, description, options, extra } satisfies Role
      await notices.unit(async (inside) => {
        if (!(await inside.roles.insert(role))) throw duplicate(name, domain_id)
        await notices.told(inside, ctx, 'role', 'created', role.id)
      })
      return role
    },

    update: async (ctx: Context, id: string, changes: Changes<Omit<NewRole, 'domain_id'>>): Promise<Role> => {
      const role = await find(id)
      refuseImmutable('update', 'role', role, changes)
      const next = changed(role, {
        ...changes,
        extra: { ...role.extra, ...changes.extra },
        options: { ...role.options, ...changes.options },
      })
      if (next.name !== role.name) {
        const taken = await stores.roles.findBy({ name: next.name, domain_id: role.domain_id })
        if (taken) throw duplicate(next.name, role.domain_id)
      }
      await notices.unit(async (inside) => {
        await inside.roles.update(role, next)
        await notices.told(inside, ctx, 'role', 'updated', id)
      })
      return next
    },

    remove: async (ctx: Context, id: string): Promise<void> => {
      refuseImmutable('delete', 'role', await find(id))
      // All cached tokens must be validated again: any may have the role by implication.
      await affect({}, async (inside) => {
        await inside.roles.remove(id)
        await notices.told(inside, ctx, 'role', 'deleted', id)
      })
    },

    /** Throws `NotThere` unless the first role implies the second. */
    checkImplies: async (priorId: string, impliedId: string): Promise<void> => {
      const rules = await stores.relations.impliedRules()
      const isRule = rules.some((one) => one.prior_role_id === priorId && one.implied_role_id === impliedId)
      if (!isRule) throw noInference(priorId, impliedId)
    },

    imply: async (prior: Role, implied: Role): Promise<void> => {
      if (implied.name === neverImplied)
        throw errors.NotAllowed({ reason: `role ${implied.id} cannot be an implied roles.` })
      if (prior.domain_id === null && implied.domain_id !== null)
        throw errors.NotAllowed({ reason: 'Global role cannot imply a domain-specific role' })
      await stores.relations.addImplied(prior.id, implied.id)
    },

    stopImplying: async (priorId: string, impliedId: string): Promise<void> => {
      await affect({}, async (inside) => {
        if (!(await inside.relations.removeImplied(priorId, impliedId))) throw noInference(priorId, impliedId)
      })
    },
  }
}
