import { internalContext } from '@nimbo/kernel/context'
import type { Db } from '../db/db.ts'
import { classLimits, holdQuota, ownLimits, typeNames, usageOf } from '../db/quotas.ts'
import { type Demand, defaultLimits, type Limits, requireQuota, type Usage } from '../domain/quota.ts'
import type { VolumeApp } from './app.ts'

type Configured = Pick<VolumeApp, 'config' | 'unified'>

/** Of nobody: what is registered for all. */
const nobody = ''

const areUnified = ({ config }: Configured): boolean =>
  config.DEFAULT.quota_driver === 'cinder.quota.UnifiedLimitsDriver'

/** What a project without limits of its own may have: the class `default` over what the configuration says. */
export const limitsByDefault = async (app: Configured, db: Db): Promise<Limits> =>
  areUnified(app)
    ? unifiedLimits(app, db, nobody)
    : { ...defaultLimits(app.config, await typeNames(db)), ...(await classLimits(db, 'default')) }

/** Limits that identity keeps, of what is limited here: a type of volume that is not there has none. */
const unifiedLimits = async (app: Configured, db: Db, projectId: string): Promise<Limits> => {
  const defaults = defaultLimits(app.config, await typeNames(db))
  const kept = await app.unified(internalContext(), projectId)
  return Object.fromEntries(Object.entries(defaults).map(([name, limit]) => [name, kept.get(name) ?? limit]))
}

/** What a project may have. */
export const limitsOf = async (app: Configured, db: Db, projectId: string): Promise<Limits> =>
  areUnified(app)
    ? unifiedLimits(app, db, projectId)
    : { ...(await limitsByDefault(app, db)), ...(await ownLimits(db, projectId)) }

/** What a project has. */
export const countedUsage = (
  { config }: Pick<Configured, 'config'>,
  db: Db,
  projectId: string,
): Promise<Usage> => usageOf(db, projectId, { snapshotsTakeGigabytes: !config.DEFAULT.no_snapshot_gb_quota })

/** Throws unless the project may have that much more of a type, though it has it already in all. */
export const reserveTypeQuota = async (
  app: Configured,
  trx: Db,
  projectId: string,
  demand: Demand & { readonly typeName: string },
): Promise<void> => {
  await holdQuota(trx, projectId)
  const limits = Object.entries(await limitsOf(app, trx, projectId)).filter(([name]) =>
    name.endsWith(`_${demand.typeName}`),
  )
  requireQuota(Object.fromEntries(limits), await countedUsage(app, trx, projectId), demand)
}

/** Throws unless the project may have that much more. The caller adds it in the same transaction. */
export const reserveQuota = async (
  app: Configured,
  trx: Db,
  projectId: string,
  demand: Demand,
): Promise<void> => {
  await holdQuota(trx, projectId)
  requireQuota(await limitsOf(app, trx, projectId), await countedUsage(app, trx, projectId), demand)
}
