import type { MetricView } from '@nimbo/contracts/telemetry/metric/metrics'
import type { MetricApp } from './metric-app.ts'
import type { Metric } from '../../db/metric/metrics.ts'
import { allPolicies, findPolicy } from '../../db/metric/policies.ts'
import { findType } from '../../db/metric/resource-types.ts'
import { findRevision, present } from '../../db/metric/resources.ts'
import { plainView } from './resource-view.ts'
import { policyView } from '../../domain/metric/archive-policy.ts'
import { errors } from '../../metric-errors.ts'

const ownerView = ({ created_by_user_id, created_by_project_id }: Metric) => ({
  creator: `${created_by_user_id}:${created_by_project_id}`,
  created_by_user_id,
  created_by_project_id,
})

const fieldsOf = (metric: Metric) => ({
  id: metric.id,
  ...ownerView(metric),
  name: metric.name,
  unit: metric.unit,
})

/** Metrics as in lists, each with its archive policy. */
export const metricViews = async (
  { db }: Pick<MetricApp, 'db'>,
  metrics: readonly Metric[],
): Promise<MetricView[]> => {
  const policies = new Map((await allPolicies(db)).map((policy) => [policy.name, policyView(policy)]))
  return metrics.map((metric) => {
    const policy = policies.get(metric.archive_policy_name)
    return {
      ...fieldsOf(metric),
      resource_id: metric.resource_id,
      ...(policy === undefined ? {} : { archive_policy: policy }),
    }
  })
}

/** A metric as in the reply to its creation. */
export const createdView = (metric: Metric): MetricView => ({
  ...fieldsOf(metric),
  resource_id: metric.resource_id,
  archive_policy_name: metric.archive_policy_name,
})

/** A single metric with its resource. */
export const metricView = async ({ db }: Pick<MetricApp, 'db'>, metric: Metric) => {
  const name = metric.archive_policy_name
  const policy = await findPolicy(db, name)
  if (!policy) throw errors.NoSuchArchivePolicy({ name })
  const resource =
    metric.resource_id === null ? undefined : await findRevision(db, metric.resource_id, present)
  const type = resource && (await findType(db, resource.type))
  return {
    ...fieldsOf(metric),
    archive_policy: policyView(policy),
    resource: resource ? { ...plainView(type, resource) } : null,
  }
}
