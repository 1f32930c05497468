import { measureRoom, overLimits } from '@nimbo/clients/limit-room'
import { internalContext } from '@nimbo/kernel/context'
import { type Counted, countOf, listQuotas, putQuotas, quotasOf, removeQuotas } from '../db/quotas.ts'
import type { Page, Window } from '../db/secrets.ts'
import type { KeyDb, QuotaRow } from '../db/tables.ts'
import { errors } from '../errors.ts'
import type { KeyApp } from './key-app.ts'

type Quotas = { readonly [Name in Counted | 'cas']: number }

/** A project's own quotas, with the configured defaults for those it has not set. */
const effectiveQuotas = (
  { config: { quotas } }: Pick<KeyApp, 'config'>,
  said: QuotaRow | undefined,
): Quotas => ({
  secrets: said?.secrets ?? quotas.quota_secrets,
  orders: said?.orders ?? quotas.quota_orders,
  containers: said?.containers ?? quotas.quota_containers,
  consumers: said?.consumers ?? quotas.quota_consumers,
  cas: said?.cas ?? quotas.quota_cas,
})

/** A project's limits in Keystone, with defaults for resources without a registered limit. */
const unifiedQuotas = async (app: KeyApp, projectId: string): Promise<Quotas> => {
  const limits = await app.unified.of(internalContext(), projectId)
  const usual = effectiveQuotas(app, undefined)
  return {
    secrets: limits.get('secrets') ?? usual.secrets,
    orders: limits.get('orders') ?? usual.orders,
    containers: limits.get('containers') ?? usual.containers,
    consumers: limits.get('consumers') ?? usual.consumers,
    cas: limits.get('cas') ?? usual.cas,
  }
}

const isOverUnified = async (
  app: KeyApp,
  db: KeyDb,
  projectId: string,
  counted: Counted,
): Promise<boolean> => {
  const room = await measureRoom(await app.unified.levels(internalContext(), projectId), {
    resources: [counted],
    usageOf: async (projectIds) => ({ [counted]: await countOf(db, counted, projectIds) }),
    unregistered: () => effectiveQuotas(app, undefined)[counted],
  })
  return overLimits(room, { [counted]: 1 }).length > 0
}

const isOver = async (app: KeyApp, db: KeyDb, projectId: string, counted: Counted): Promise<boolean> => {
  if (app.config.quotas.use_keystone_limits) return isOverUnified(app, db, projectId, counted)
  const most = effectiveQuotas(app, await quotasOf(db, projectId))[counted]
  return most >= 0 && (await countOf(db, counted, [projectId])) >= most
}

/** Throws when a project has reached its quota; to be called in the transaction that creates one more. */
export const refuseOverQuota = async (
  app: KeyApp,
  db: KeyDb,
  { projectId, counted, operation }: { projectId: string; counted: Counted; operation: string },
): Promise<void> => {
  if (await isOver(app, db, projectId, counted)) throw errors.QuotaReached({ operation })
}

/** A project's effective quotas. */
export const quotasFor = async (app: KeyApp, projectId: string): Promise<Quotas> =>
  app.config.quotas.use_keystone_limits
    ? unifiedQuotas(app, projectId)
    : effectiveQuotas(app, await quotasOf(app.db, projectId))

/** A project's own quotas. Throws `NoQuotas` when it has none. */
export const needQuotas = async ({ db }: KeyApp, projectId: string): Promise<QuotaRow> => {
  const row = await quotasOf(db, projectId)
  if (!row) throw errors.NoQuotas()
  return row
}

export const configuredQuotas = ({ db }: KeyApp, window: Window): Promise<Page<QuotaRow>> =>
  listQuotas(db, window)

export const sayQuotas = ({ db }: KeyApp, row: QuotaRow): Promise<void> => putQuotas(db, row)

export const resetQuotas = async ({ db }: KeyApp, projectId: string): Promise<void> => {
  if (!(await removeQuotas(db, projectId))) throw errors.NoQuotas()
}
