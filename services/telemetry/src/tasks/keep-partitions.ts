import type { TimePartitions } from '@nimbo/db/time-partitions'
import { instantOf, type MetricApp } from '../app/metric/metric-app.ts'
import { allPolicies } from '../db/metric/policies.ts'
import { partitionPlan } from '../domain/metric/partition-plan.ts'

/** Creates the partitions of aggregates that are needed soon, and drops those whose aggregates are too old for every policy. */
export const keepPartitions =
  (app: Pick<MetricApp, 'db' | 'clock' | 'log'>, partitions: TimePartitions) =>
  async (stopping: AbortSignal): Promise<void> => {
    const there = await partitions.list()
    const { make, drop } = partitionPlan(there, await allPolicies(app.db), instantOf(app))
    for (const partition of make) {
      if (stopping.aborted) return
      await partitions.make(partition)
    }
    for (const partition of drop) {
      if (stopping.aborted) return
      await partitions.drop(partition)
      app.log.info({ granularity: partition.group, until: partition.until }, 'old aggregates are dropped')
    }
  }
