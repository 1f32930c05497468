import type { Route } from '@nimbo/http/route'
import type { MetricApp } from '../../app/metric/metric-app.ts'
import { aggregates } from './aggregates.ts'
import { archivePolicies } from './archive-policies.ts'
import { archivePolicyRules } from './archive-policy-rules.ts'
import { batches } from './batches.ts'
import { discovery } from './discovery.ts'
import { foreignWrites } from './foreign-writes.ts'
import { metrics } from './metrics.ts'
import { resourceMetrics } from './resource-metrics.ts'
import { resourceTypes } from './resource-types.ts'
import { resources } from './resources.ts'
import { search } from './search.ts'

/** Every operation of the metrics service, with its handler. */
export const routes: readonly Route<MetricApp>[] = [
  ...discovery,
  ...archivePolicies,
  ...archivePolicyRules,
  ...metrics,
  ...resources,
  ...resourceMetrics,
  ...resourceTypes,
  ...search,
  ...aggregates,
  ...batches,
  ...foreignWrites,
]
