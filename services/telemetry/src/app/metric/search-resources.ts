import type { Context } from '@nimbo/kernel/context'
import type { Expression, SqlBool } from 'kysely'
import { type Metric, metricsOf } from '../../db/metric/metrics.ts'
import { listRevisions, type Revision } from '../../db/metric/resources.ts'
import { fitsPattern } from '../../domain/metric/wildcards.ts'
import type { Reference } from '../../domain/metric/operations/operation-tree.ts'
import type { MetricApp } from './metric-app.ts'

export interface FoundResources {
  readonly resources: readonly Revision[]
  readonly metrics: readonly Metric[]
}

/** The maximum number of resources of one computation. With more, it is refused: the result must not leave out any. */
export const mostResources = 5000

/** The resources that match the conditions, with their metrics; at most one more than `mostResources`. */
export const findResources = async (
  { db }: Pick<MetricApp, 'db'>,
  _ctx: Context,
  conditions: readonly Expression<SqlBool>[],
): Promise<FoundResources> => {
  const resources = await listRevisions(db, {
    ...{ conditions, order: [{ column: 'id', direction: 'asc' }], after: undefined },
    ...{ limit: mostResources + 1, history: false },
  })
  const metrics = await metricsOf(
    db,
    resources.map(({ id }) => id),
  )
  return { resources, metrics }
}

/** The metrics whose name matches the pattern of a reference. */
export const metricsNamed = (
  metrics: readonly Metric[],
  { name }: Pick<Reference, 'name'>,
): readonly Metric[] => metrics.filter((metric) => metric.name !== null && fitsPattern(name, metric.name))
