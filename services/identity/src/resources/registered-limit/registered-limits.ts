import type { RegisteredLimit } from '@nimbo/contracts/identity/registered-limits'
import { inTransaction } from '@nimbo/db/in-transaction'
import { newHexId } from '@nimbo/kernel/ids'
import type { Deps } from '../../app/deps.ts'
import { type Changes, changed } from '../../app/found.ts'
import { paged } from '../../db/paged.ts'
import type { Stores } from '../../db/stores.ts'
import type { Filter, Page } from '../../domain/listing.ts'
import { errors } from '../../errors.ts'
import { limits } from '../limit/records.ts'
import { registeredLimits } from './records.ts'

type Given = Omit<RegisteredLimit, 'id' | 'region_id' | 'description'> & {
  readonly region_id?: string | null | undefined
  readonly description?: string | null | undefined
}

/** Throws `NotExpected` if the service or region of a limit does not exist. */
export const checkLimited = async (
  stores: Stores,
  { service_id, region_id }: Pick<RegisteredLimit, 'service_id' | 'region_id'>,
  target: 'registered_limit' | 'limit',
): Promise<void> => {
  if (!(await stores.services.find(service_id))) throw errors.NotExpected({ attribute: 'service_id', target })
  if (region_id !== null && !(await stores.regions.find(region_id)))
    throw errors.NotExpected({ attribute: 'region_id', target })
}

const identifying = ['service_id', 'region_id', 'resource_name'] as const

export const createRegisteredLimits = ({ db, stores }: Pick<Deps, 'db' | 'stores'>) => {
  const find = async (id: string): Promise<RegisteredLimit> => {
    const kept = await registeredLimits.get(db, 'all', id)
    if (!kept) throw errors.LimitNotFound({ type: 'registered limit', id })
    return kept
  }

  const refuseInUse = async (id: string): Promise<void> => {
    const [used] = await limits.list(db, 'all', { registered_limit_id: [id] }, { limit: 1 })
    if (used) throw errors.RegisteredLimitInUse({ id })
  }

  return {
    find,
    list: (filters: readonly Filter[], page: Page): Promise<RegisteredLimit[]> =>
      paged(registeredLimits, db, filters, page),

    /** Creates all registered limits or none. */
    create: async (given: readonly Given[]): Promise<RegisteredLimit[]> => {
      const made = given.map(
        ({ region_id = null, description = null, ...one }): RegisteredLimit => ({
          id: newHexId<never>(),
          ...one,
          region_id,
          description,
        }),
      )
      for (const one of made) await checkLimited(stores, one, 'registered_limit')
      await inTransaction(db, async (trx) => {
        for (const one of made)
          if (!(await registeredLimits.insert(trx, one))) throw errors.Duplicate({ type: 'registered_limit' })
      })
      return made
    },

    update: async (before: RegisteredLimit, changes: Changes<Given>): Promise<RegisteredLimit> => {
      const next = changed(before, changes)
      if (identifying.some((name) => next[name] !== before[name])) {
        await refuseInUse(before.id)
        await checkLimited(stores, next, 'registered_limit')
        const { service_id, region_id, resource_name } = next
        const same = { service_id: [service_id], region_id: [region_id], resource_name: [resource_name] }
        if ((await registeredLimits.list(db, 'all', same)).length > 0)
          throw errors.Duplicate({ type: 'registered_limit' })
      }
      const { id, ...row } = next
      await registeredLimits.update(db, id, row, '')
      return next
    },

    remove: async ({ id }: RegisteredLimit): Promise<void> => {
      await refuseInUse(id)
      await registeredLimits.delete(db, id)
    },
  }
}
