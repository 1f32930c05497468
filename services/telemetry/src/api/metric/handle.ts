import { handlersOf, kindOf } from '@nimbo/http/handle'
import { findResource, foundMetric } from '../../app/metric/find-resource.ts'
import type { MetricApp } from '../../app/metric/metric-app.ts'
import { needMetric, needNamedMetric } from '../../app/metric/metrics.ts'

const kind = kindOf<MetricApp>()

interface Owned {
  readonly created_by_user_id: string
  readonly created_by_project_id: string
}

/** The target attributes for policy rules; a metric has the project of its resource. */
export const factsOf = (thing: Owned, projectId: string | null) => ({
  creator: thing.created_by_user_id,
  created_by_project_id: thing.created_by_project_id,
  project_id: projectId,
  resource: { project_id: projectId },
})

/** `handle()` of the metrics API, with the kinds of resources its operations act on. */
export const handle = handlersOf<MetricApp>()({
  metric: kind({
    by: 'metric_id',
    find: async ({ app }, id) => foundMetric(app, await needMetric(app, id)),
    facts: ({ metric, projectId }) => factsOf(metric, projectId),
  }),
  resource: kind({
    by: 'resource_id',
    find: ({ app, ctx, params }, name) => findResource(app, ctx, params.type ?? '', name),
    facts: (resource) => factsOf(resource, resource.project_id),
  }),
  namedMetric: kind({
    by: 'name',
    find: async ({ app, ctx, params }, name) => {
      const resource = await findResource(app, ctx, params.type ?? '', params.resource_id ?? '')
      return { metric: await needNamedMetric(app, resource.id, name), projectId: resource.project_id }
    },
    facts: ({ metric, projectId }) => factsOf(metric, projectId),
  }),
})

/** The target attributes of an object that no user owns: only rules that allow access to all projects match. */
export const ofOthers = factsOf({ created_by_user_id: '', created_by_project_id: '' }, null)
