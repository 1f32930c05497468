import * as operations from '@nimbo/contracts/telemetry/metric/metrics'
import { answer } from '@nimbo/http/answer'
import { type FoundMetric, findResource } from '../../app/metric/find-resource.ts'
import { pageOfMetrics } from '../../app/metric/list-metrics.ts'
import type { MetricApp } from '../../app/metric/metric-app.ts'
import { createdView, metricView, metricViews } from '../../app/metric/metric-view.ts'
import { createMetric, removeMetric } from '../../app/metric/metrics.ts'
import { readMeasures } from '../../app/metric/read-measures.ts'
import { acceptMeasures, pointsIn, refresh } from '../../app/metric/take-measures.ts'
import { isYes } from '../../domain/metric/flag.ts'
import { errors } from '../../metric-errors.ts'
import { handle, ofOthers } from './handle.ts'
import { linkToNext } from './link-to-next.ts'
import { askedIn, spanIn } from './measures-query.ts'

const list = handle(operations.listMetrics, async ({ app, ctx, query, request, allows }) => {
  const mayAll = allows('list metric', ofOthers)
  const { metrics: found, ...page } = await pageOfMetrics(app, { ctx, mayAll }, query)
  return answer(await metricViews(app, found), { headers: linkToNext(request, page) })
})

const create = handle(operations.createMetric, async ({ app, ctx, body, base, enforce }) => {
  const { resource_id } = body
  const resource = resource_id ? await findResource(app, ctx, 'generic', resource_id) : undefined
  if (resource) {
    if (!body.name)
      throw errors.Wrong({ reason: 'Invalid input: Name cannot be null if resource_id is not null' })
    enforce('update resource', {
      creator: resource.created_by_user_id,
      created_by_project_id: resource.created_by_project_id,
      project_id: resource.project_id,
    })
  }
  const metric = await createMetric(app)(ctx, { ...body, resource_id: resource?.id ?? null })
  return answer(createdView(metric), { headers: { location: `${base}/v1/metric/${metric.id}` } })
})

type MeasuresQuery = Readonly<Partial<Record<keyof typeof operations.measuresQuery.properties, string>>>

/** The measures of a metric for a query. */
export const showFoundMeasures = async (app: MetricApp, { metric }: FoundMetric, query: MeasuresQuery) => {
  const asked = { ...askedIn(app, query), resample: spanIn('resample', query.resample) }
  if (query.transform !== undefined && query.transform !== '')
    throw errors.Wrong({ reason: `Unable to parse the transformation: ${query.transform}` })
  if (isYes(query.refresh)) await refresh(app, [metric.id])
  return readMeasures(app)(metric, query.aggregation ?? 'mean', asked)
}

const show = handle(operations.showMetric, ({ app, found }) => metricView(app, found.metric.metric))

const remove = handle(operations.deleteMetric, async ({ app, found }) => {
  await removeMetric(app, found.metric.metric.id)
})

const showMeasures = handle(operations.showMeasures, ({ app, found, query }) =>
  showFoundMeasures(app, found.metric, query),
)

const postMeasures = handle(operations.postMeasures, async ({ app, found, body }) => {
  await acceptMeasures(app, [{ metricId: found.metric.metric.id, points: pointsIn(app, body) }])
})

export const metrics = [list, create, show, remove, showMeasures, postMeasures]
