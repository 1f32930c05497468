import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import { keepMeasures } from '../../db/metric/measures.ts'
import { metricsOf } from '../../db/metric/metrics.ts'
import type { Point } from '../../domain/metric/absorb.ts'
import type { MetricApp } from './metric-app.ts'
import { metricFor } from './resources.ts'

/** Measures of a metric that may not be there yet. */
export interface NamedMeasures {
  readonly resourceId: string
  readonly name: string
  readonly points: readonly Point[]
  readonly archive_policy_name?: string | undefined
  readonly unit?: string | null | undefined
}

/** Those of metrics that are not there. */
export const missingMetrics = async (
  { db }: Pick<MetricApp, 'db'>,
  batches: readonly NamedMeasures[],
): Promise<readonly NamedMeasures[]> => {
  const known = await metricsOf(db, [...new Set(batches.map(({ resourceId }) => resourceId))])
  const keys = new Set(known.map(({ resource_id, name }) => `${resource_id} ${name}`))
  return batches.filter(({ resourceId, name }) => !keys.has(`${resourceId} ${name}`))
}

/** Keeps measures, and creates the metrics that are not there. */
export const acceptNamedMeasures = async (
  app: MetricApp,
  ctx: Context,
  batches: readonly NamedMeasures[],
): Promise<void> => {
  await allOrNone(app.db, async (trx) => {
    for (const { resourceId, name, archive_policy_name, unit } of await missingMetrics({ db: trx }, batches))
      await metricFor(trx, ctx, { resource_id: resourceId, name, archive_policy_name, unit })
    const known = await metricsOf(trx, [...new Set(batches.map(({ resourceId }) => resourceId))])
    const ids = new Map(known.map(({ id, resource_id, name }) => [`${resource_id} ${name}`, id]))
    await keepMeasures(
      trx,
      batches.flatMap(({ resourceId, name, points }) => {
        const metricId = ids.get(`${resourceId} ${name}`)
        return metricId === undefined ? [] : [{ metricId, points }]
      }),
    )
  })
  app.wake()
}
