import { internalContext } from '@nimbo/kernel/context'
import type { Db } from '../db/db.ts'
import { classLimits, holdQuota, limitsSetFor, typeNames, usageOf } from '../db/quotas.ts'
import { type Demand, defaultLimits, type Limits, requireQuota, type Usage } from '../domain/quota.ts'
import type { VolumeApp } from './app.ts'

type Configured = Pick<VolumeApp, 'config' | 'unified'>

/** The only quota class that has an effect. */
const usualClass = 'default'

/** The project id for which Keystone returns the registered limits. */
const nobody = ''

const areUnified = ({ config }: Configured): boolean =>
  config.DEFAULT.quota_driver === 'cinder.quota.UnifiedLimitsDriver'

/** The limits of a project that has none of its own: the quota class `default`, then the configuration. */
export const limitsByDefault = async (app: Configured, db: Db): Promise<Limits> =>
  areUnified(app)
    ? unifiedLimits(app, db, nobody)
    : { ...defaultLimits(app.config, await typeNames(db)), ...(await classLimits(db, usualClass)) }

/** A project's limits in Keystone, with the configured defaults for others; ignores limits of unknown volume types. */
const unifiedLimits = async (app: Configured, db: Db, projectId: string): Promise<Limits> => {
  const defaults = defaultLimits(app.config, await typeNames(db))
  const kept = await app.unified.of(internalContext(), projectId)
  return Object.fromEntries(Object.entries(defaults).map(([name, limit]) => [name, kept.get(name) ?? limit]))
}

/** The limits of a project. */
export const limitsOf = async (app: Configured, db: Db, projectId: string): Promise<Limits> => {
  if (areUnified(app)) return unifiedLimits(app, db, projectId)
  const { types, ofClass, own } = await limitsSetFor(db, { projectId, className: usualClass })
  return { ...defaultLimits(app.config, types), ...ofClass, ...own }
}

/** The usage of a project. */
export const countedUsage = (app: Pick<Configured, 'config'>, db: Db, projectId: string): Promise<Usage> =>
  countedTogether(app, db, [projectId])

const countedTogether = (
  { config }: Pick<Configured, 'config'>,
  db: Db,
  projectIds: readonly string[],
): Promise<Usage> => usageOf(db, projectIds, { snapshotsTakeGigabytes: !config.DEFAULT.no_snapshot_gb_quota })

interface Level {
  readonly limits: Limits
  /** Projects whose total usage must stay within the limits. */
  readonly projectIds: readonly string[]
}

/**
 * All limits for a project: its own and, if Keystone's enforcement model says so, those of its domain. The latter have no
 * defaults from the configuration: only limits registered in Keystone count.
 */
const levelsOf = async (app: Configured, db: Db, projectId: string): Promise<readonly Level[]> => {
  const own = { limits: await limitsOf(app, db, projectId), projectIds: [projectId] }
  if (!areUnified(app)) return [own]
  const [_own, ...above] = await app.unified.levels(internalContext(), projectId)
  return [own, ...above.map(({ limits, projectIds }) => ({ limits: Object.fromEntries(limits), projectIds }))]
}

/** Throws unless the demand fits within the limits whose names `counts` accepts. */
const reserve = async (
  app: Configured,
  trx: Db,
  { projectId, demand, counts }: { projectId: string; demand: Demand; counts: (name: string) => boolean },
): Promise<void> => {
  for (const { limits, projectIds } of await levelsOf(app, trx, projectId)) {
    const [holder = projectId] = projectIds
    await holdQuota(trx, holder)
    const counting = Object.entries(limits).filter(([name]) => counts(name))
    requireQuota(Object.fromEntries(counting), await countedTogether(app, trx, projectIds), demand)
  }
}

/**
 * Throws unless the demand fits within the limits of the type. The overall limits are not checked, because the overall usage
 * includes the demand already.
 */
export const reserveTypeQuota = (
  app: Configured,
  trx: Db,
  projectId: string,
  demand: Demand & { readonly typeName: string },
): Promise<void> =>
  reserve(app, trx, { projectId, demand, counts: (name) => name.endsWith(`_${demand.typeName}`) })

/** Throws unless the demand fits within all limits. The caller adds the resource in the same transaction. */
export const reserveQuota = (app: Configured, trx: Db, projectId: string, demand: Demand): Promise<void> =>
  reserve(app, trx, { projectId, demand, counts: () => true })
