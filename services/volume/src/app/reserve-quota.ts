import type { Db } from '../db/db.ts'
import { holdQuota, limitsOf, usageOf } from '../db/quotas.ts'
import { type Demand, defaultLimits, requireQuota } from '../domain/quota.ts'
import type { VolumeApp } from './app.ts'

/** Throws unless the project may have that much more. The caller adds it in the same transaction. */
export const reserveQuota = async (
  { config }: Pick<VolumeApp, 'config'>,
  trx: Db,
  projectId: string,
  demand: Demand,
): Promise<void> => {
  await holdQuota(trx, projectId)
  requireQuota(await limitsOf(trx, projectId, defaultLimits(config)), await usageOf(trx, projectId), demand)
}
