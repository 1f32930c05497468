import type { Limit } from '@nimbo/contracts/identity/limits'
import type { Context } from '@nimbo/kernel/context'
import { inTransaction } from '@nimbo/db/in-transaction'
import { newHexId } from '@nimbo/kernel/ids'
import type { Deps } from '../../app/deps.ts'
import { type Changes, changed } from '../../app/found.ts'
import { paged } from '../../db/paged.ts'
import type { Filter, Page } from '../../domain/listing.ts'
import type { Project } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import { registeredLimits } from '../registered-limit/records.ts'
import { checkLimited } from '../registered-limit/registered-limits.ts'
import { twoLevels } from './hierarchy.ts'
import { limitsOfCaller } from './limits-of-caller.ts'
import { limits } from './records.ts'

interface Given {
  /** The owner of a limit is either a project or a domain. */
  readonly project_id?: string | undefined
  readonly domain_id?: string | undefined
  readonly service_id: string
  readonly region_id?: string | null | undefined
  readonly resource_name: string
  readonly resource_limit: number
  readonly description?: string | null | undefined
}

type Owner = Pick<Limit, 'project_id' | 'domain_id'>

const models = {
  flat: 'Limit enforcement and validation does not take project hierarchy into consideration.',
  strict_two_level: 'This model requires project hierarchy never exceeds a depth of two',
} as const

const target = 'limit'

export const createLimits = ({ db, stores, config }: Deps) => {
  const name = config.unified_limit.enforcement_model
  const check = name === 'flat' ? async () => {} : twoLevels(db, stores)

  /** The owner of a limit; `project_id` may also be the id of a domain. */
  const ownerOf = async ({ project_id, domain_id }: Given): Promise<Owner> => {
    const id = project_id ?? domain_id ?? ''
    const owner = await stores.projects.find(id)
    if (!owner || (project_id === undefined && !owner.is_domain))
      throw errors.NotExpected({ attribute: project_id === undefined ? 'domain_id' : 'project_id', target })
    return owner.is_domain ? { project_id: null, domain_id: id } : { project_id: id, domain_id: null }
  }

  const asMade = async (given: Given): Promise<Limit> => {
    const { service_id, region_id = null, resource_name, resource_limit, description = null } = given
    const owner = await ownerOf(given)
    await checkLimited(stores, { service_id, region_id }, target)
    const same = { service_id: [service_id], region_id: [region_id], resource_name: [resource_name] }
    const [registered] = await registeredLimits.list(db, 'all', same)
    if (!registered) throw errors.NoRegisteredLimit()
    const limited = { service_id, region_id, resource_name, resource_limit, description }
    return { id: newHexId<never>(), ...owner, registered_limit_id: registered.id, ...limited }
  }

  return {
    model: { name, description: models[name] },

    find: async (id: string): Promise<Limit> => {
      const kept = await limits.get(db, 'all', id)
      if (!kept) throw errors.LimitNotFound({ type: 'limit', id })
      return kept
    },

    /** The project or domain of a limit, for policy. */
    ownerOf: ({ project_id, domain_id }: Limit): Promise<Project | undefined> =>
      stores.projects.find(project_id ?? domain_id ?? ''),

    list: (ctx: Context, filters: readonly Filter[], page: Page): Promise<Limit[]> =>
      paged(limits, db, filters, page, limitsOfCaller(ctx)),

    /** Creates all limits or none. */
    create: async (given: readonly Given[]): Promise<Limit[]> => {
      const made: Limit[] = []
      for (const one of given) made.push(await asMade(one))
      await check(made)
      await inTransaction(db, async (trx) => {
        for (const one of made)
          if (!(await limits.insert(trx, one))) throw errors.Duplicate({ type: 'limit' })
      })
      return made
    },

    update: async (
      before: Limit,
      changes: Changes<Pick<Given, 'resource_limit' | 'description'>>,
    ): Promise<Limit> => {
      const next = changed(before, changes)
      await check([next])
      const { resource_limit, description } = next
      await limits.update(db, before.id, { resource_limit, description }, '')
      return next
    },

    remove: async ({ id }: Limit): Promise<void> => {
      await limits.delete(db, id)
    },
  }
}
