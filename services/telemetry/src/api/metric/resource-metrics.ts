import * as operations from '@nimbo/contracts/telemetry/metric/resources'
import { addMetrics } from '../../app/metric/resources.ts'
import { acceptMeasures, pointsIn } from '../../app/metric/take-measures.ts'
import { metricsOfResource, removeMetric } from '../../app/metric/metrics.ts'
import { handle } from './handle.ts'
import { metricView, metricViews } from '../../app/metric/metric-view.ts'
import { showFoundMeasures } from './metrics.ts'

const list = handle(operations.listResourceMetrics, async ({ app, found: { resource } }) =>
  metricViews(app, await metricsOfResource(app, resource.id)),
)

const add = handle(operations.addResourceMetrics, async ({ app, ctx, found: { resource }, body }) => {
  await addMetrics(app)(ctx, resource, body)
  const named = Object.keys(body)
  const metrics = await metricsOfResource(app, resource.id)
  return metricViews(
    app,
    metrics.filter(({ name }) => named.includes(name ?? '')),
  )
})

const show = handle(operations.showNamedMetric, ({ app, found }) => metricView(app, found.namedMetric.metric))

const remove = handle(operations.deleteNamedMetric, async ({ app, found }) => {
  await removeMetric(app, found.namedMetric.metric.id)
})

const showMeasures = handle(operations.showNamedMeasures, ({ app, found, query }) =>
  showFoundMeasures(app, found.namedMetric, query),
)

const postMeasures = handle(operations.postNamedMeasures, async ({ app, found, body }) => {
  await acceptMeasures(app, [{ metricId: found.namedMetric.metric.id, points: pointsIn(app, body) }])
})

export const resourceMetrics = [list, add, show, remove, showMeasures, postMeasures]
