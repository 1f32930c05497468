import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import { keepMeasures } from '../../db/metric/waiting-measures.ts'
import { type Metric, metricsOf } from '../../db/metric/metrics.ts'
import type { Point } from '../../domain/metric/absorb.ts'
import type { MetricApp } from './metric-app.ts'
import { createMetrics } from './metrics.ts'

/** Measures of a metric by name, which may not exist yet. */
export interface NamedMeasures {
  readonly resourceId: string
  readonly name: string
  readonly points: readonly Point[]
  readonly archive_policy_name?: string | undefined
  readonly unit?: string | null | undefined
}

const nameOf = ({ resourceId, name }: Pick<NamedMeasures, 'resourceId' | 'name'>): string =>
  `${resourceId} ${name}`

const idsByName = (metrics: readonly Metric[]): ReadonlyMap<string, string> =>
  new Map(metrics.map(({ id, resource_id, name }) => [`${resource_id} ${name}`, id]))

/** The batches whose metric does not exist. */
export const missingMetrics = async (
  { db }: Pick<MetricApp, 'db'>,
  batches: readonly NamedMeasures[],
): Promise<readonly NamedMeasures[]> => {
  const known = await metricsOf(db, [...new Set(batches.map(({ resourceId }) => resourceId))])
  const ids = idsByName(known)
  return batches.filter((batch) => !ids.has(nameOf(batch)))
}

/** Stores measures, and creates the metrics that do not exist. */
export const acceptNamedMeasures = async (
  app: MetricApp,
  ctx: Context,
  batches: readonly NamedMeasures[],
): Promise<void> => {
  const resources = [...new Set(batches.map(({ resourceId }) => resourceId))]
  await allOrNone(app.db, async (trx) => {
    const before = idsByName(await metricsOf(trx, resources))
    const missing = batches.filter((batch) => !before.has(nameOf(batch)))
    if (missing.length > 0)
      await createMetrics({ db: trx })(
        ctx,
        missing.map(({ points: _points, resourceId, ...metric }) => ({ ...metric, resource_id: resourceId })),
      )
    const ids = missing.length === 0 ? before : idsByName(await metricsOf(trx, resources))
    await keepMeasures(
      trx,
      batches.flatMap(({ resourceId, name, points }) => {
        const metricId = ids.get(nameOf({ resourceId, name }))
        return metricId === undefined ? [] : [{ metricId, points }]
      }),
    )
  })
  app.wake()
}
