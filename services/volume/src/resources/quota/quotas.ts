import { inTransaction } from '@nimbo/db/in-transaction'
import type { VolumeApp } from '../../app/app.ts'
import { countedUsage, limitsByDefault, limitsOf } from '../../app/reserve-quota.ts'
import { classLimits, removeLimits, setClassLimit, setLimit } from '../../db/quotas.ts'
import type { Limits, Usage } from '../../domain/quota.ts'

/** The limits and usage of a project. */
export const showQuotas =
  (app: VolumeApp) =>
  async (projectId: string): Promise<{ readonly limits: Limits; readonly usage: Usage }> => ({
    limits: await limitsOf(app, app.db, projectId),
    usage: await countedUsage(app, app.db, projectId),
  })

/** The limits of a project that has none of its own. */
export const defaultQuotas = (app: VolumeApp): Promise<Limits> => limitsByDefault(app, app.db)

export const setQuotas =
  ({ db }: VolumeApp) =>
  async (projectId: string, limits: Limits): Promise<void> =>
    inTransaction(db, async (trx) => {
      for (const [resource, limit] of Object.entries(limits)) await setLimit(trx, projectId, resource, limit)
    })

/** Resets a project to the default limits. */
export const resetQuotas =
  ({ db }: VolumeApp) =>
  async (projectId: string): Promise<void> => {
    await removeLimits(db, projectId)
  }

/** The limits of a quota class; those of `default` apply to every project without limits of its own. */
export const showQuotaClass =
  (app: VolumeApp) =>
  async (className: string): Promise<Limits> => ({
    ...(await limitsByDefault(app, app.db)),
    ...(await classLimits(app.db, className)),
  })

export const setQuotaClass =
  ({ db }: VolumeApp) =>
  async (className: string, limits: Limits): Promise<void> =>
    inTransaction(db, async (trx) => {
      for (const [resource, limit] of Object.entries(limits))
        await setClassLimit(trx, className, resource, limit)
    })
