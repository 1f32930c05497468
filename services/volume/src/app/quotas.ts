import { inTransaction } from '@nimbo/db/in-transaction'
import { limitsOf, removeLimits, setLimit, usageOf } from '../db/quotas.ts'
import { defaultLimits, type Limits, type QuotaResource, type Usage } from '../domain/quota.ts'
import type { VolumeApp } from './app.ts'

/** What a project may have and what it has. */
export const showQuotas =
  ({ db, config }: VolumeApp) =>
  async (projectId: string): Promise<{ readonly limits: Limits; readonly usage: Usage }> => ({
    limits: await limitsOf(db, projectId, defaultLimits(config)),
    usage: await usageOf(db, projectId),
  })

/** What a project without limits of its own may have. */
export const defaultQuotas = ({ config }: VolumeApp): Limits => defaultLimits(config)

export const setQuotas =
  ({ db }: VolumeApp) =>
  async (projectId: string, limits: Readonly<Partial<Record<QuotaResource, number>>>): Promise<void> =>
    inTransaction(db, async (trx) => {
      for (const [resource, limit] of Object.entries(limits))
        await setLimit(trx, projectId, resource as QuotaResource, limit)
    })

/** Puts a project back to the defaults. */
export const resetQuotas =
  ({ db }: VolumeApp) =>
  async (projectId: string): Promise<void> => {
    await removeLimits(db, projectId)
  }
