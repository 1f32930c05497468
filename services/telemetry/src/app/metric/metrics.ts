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

/** Who asks, as what they create remembers them. */
export const creatorOf = (ctx: Context) => ({
  created_by_user_id: ctx.userId ?? '',
  created_by_project_id: ctx.projectId ?? '',
})

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
  return { id: randomUUID(), ...creatorOf(ctx), name, unit, archive_policy_name: policy, resource_id }
}

/** Creates metrics with a few statements, however many there are; of those that are there already nothing changes. */
export const createMetrics =
  (app: Pick<MetricApp, 'db'>) =>
  async (ctx: Context, inputs: readonly MetricInput[]): Promise<void> => {
    const policyOf = await policiesByRules(app)
    const wanted = inputs.map(({ name = null, unit = null, archive_policy_name, resource_id = null }) => {
      needName(name)
      const policy = archive_policy_name ?? policyOf(name)
      return { id: randomUUID(), ...creatorOf(ctx), name, unit, archive_policy_name: policy, resource_id }
    })
    for (const name of new Set(wanted.map((row) => row.archive_policy_name)))
      if (!(await findPolicy(app.db, name))) throw errors.UnknownArchivePolicy({ name })
    await rows.insertMetrics(app.db, wanted)
  }

/** Creates a metric; of a resource, one by that name that it has already is a conflict. */
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

/** Those of these ids that there are. */
export const metricsById = ({ db }: Pick<MetricApp, 'db'>, ids: readonly string[]) =>
  rows.findMetrics(db, ids)

/** Those of these ids that there are. */
export const knownMetrics = ({ db }: Pick<MetricApp, 'db'>, ids: readonly string[]) => rows.knownIds(db, ids)

/** Who created them, and how many of them each. */
export const ownersOfMetrics = ({ db }: Pick<MetricApp, 'db'>, ids: readonly string[]) =>
  rows.ownersOf(db, ids)

export const metricsOfResource = ({ db }: Pick<MetricApp, 'db'>, id: string) => rows.metricsOf(db, [id])

export const removeMetric = ({ db }: Pick<MetricApp, 'db'>, id: string): Promise<void> =>
  rows.deleteMetrics(db, [id])
