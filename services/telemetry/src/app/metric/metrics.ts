import { randomUUID } from 'node:crypto'
import type { Context } from '@nimbo/kernel/context'
import * as rows from '../../db/metric/metrics.ts'
import { findPolicy } from '../../db/metric/policies.ts'
import { errors } from '../../metric-errors.ts'
import { policiesByRules, policyByRules } from './archive-policy-rules.ts'
import type { MetricApp } from './metric-app.ts'

export interface MetricInput {
  readonly name?: string | null | undefined
  readonly unit?: string | null | undefined
  readonly archive_policy_name?: string | undefined
  readonly resource_id?: string | null | undefined
}

/** The caller, for the creator columns. */
export const creatorOf = (ctx: Context) => ({
  created_by_user_id: ctx.userId ?? '',
  created_by_project_id: ctx.projectId ?? '',
})

const newMetric = (ctx: Context) => ({ id: randomUUID(), ...creatorOf(ctx), status: 'active' }) as const

const needName = (name: string | null): void => {
  if (name?.includes('/')) throw errors.Wrong({ reason: "'/' is not supported in metric name" })
}

const metricRow = async (
  app: Pick<MetricApp, 'db'>,
  ctx: Context,
  { name = null, unit = null, archive_policy_name, resource_id = null }: MetricInput,
): Promise<rows.Metric> => {
  needName(name)
  const policy = archive_policy_name ?? (await policyByRules(app, name))
  if (!(await findPolicy(app.db, policy))) throw errors.UnknownArchivePolicy({ name: policy })
  return { ...newMetric(ctx), name, unit, archive_policy_name: policy, resource_id }
}

/** Creates metrics with a few statements for all of them; existing ones do not change. */
export const createMetrics =
  (app: Pick<MetricApp, 'db'>) =>
  async (ctx: Context, inputs: readonly MetricInput[]): Promise<void> => {
    const policyOf = await policiesByRules(app)
    const wanted = inputs.map(({ name = null, unit = null, archive_policy_name, resource_id = null }) => {
      needName(name)
      const policy = archive_policy_name ?? policyOf(name)
      return { ...newMetric(ctx), name, unit, archive_policy_name: policy, resource_id }
    })
    for (const name of new Set(wanted.map((row) => row.archive_policy_name)))
      if (!(await findPolicy(app.db, name))) throw errors.UnknownArchivePolicy({ name })
    await rows.insertMetrics(app.db, wanted)
  }

/** Creates a metric. Throws when its resource already has one with that name. */
export const createMetric =
  (app: Pick<MetricApp, 'db'>) =>
  async (ctx: Context, input: MetricInput): Promise<rows.Metric> => {
    const row = await metricRow(app, ctx, input)
    if (!(await rows.insertMetric(app.db, row))) throw errors.NamedMetricExists({ name: row.name ?? '' })
    return row
  }

export const needMetric = async ({ db }: Pick<MetricApp, 'db'>, id: string): Promise<rows.Metric> => {
  const metric = await rows.findMetric(db, id)
  if (!metric) throw errors.NoSuchMetric({ metric: id })
  return metric
}

export const needNamedMetric = async (
  { db }: Pick<MetricApp, 'db'>,
  resourceId: string,
  name: string,
): Promise<rows.Metric> => {
  const metric = await rows.findNamedMetric(db, resourceId, name)
  if (!metric) throw errors.NoSuchMetric({ metric: name })
  return metric
}

/** The metrics with these ids that exist. */
export const metricsById = ({ db }: Pick<MetricApp, 'db'>, ids: readonly string[]) =>
  rows.findMetrics(db, ids)

/** The ids, without those of metrics that do not exist. */
export const knownMetrics = ({ db }: Pick<MetricApp, 'db'>, ids: readonly string[]) => rows.knownIds(db, ids)

/** The creators of these metrics, each with their number of metrics. */
export const ownersOfMetrics = ({ db }: Pick<MetricApp, 'db'>, ids: readonly string[]) =>
  rows.ownersOf(db, ids)

export const metricsOfResource = ({ db }: Pick<MetricApp, 'db'>, id: string) => rows.metricsOf(db, [id])

export const removeMetric = ({ db }: Pick<MetricApp, 'db'>, id: string): Promise<void> =>
  rows.deleteMetrics(db, [id])
