import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { MetricDb } from '../../db/metric/policies.ts'

/** What the use cases of the metrics service work with. */
export interface MetricApp {
  readonly db: MetricDb
  readonly clock: Clock
  readonly log: Log
  /** Has whoever aggregates look for measures; losing the call only delays it. */
  readonly wake: () => void
  /** Names the metrics that are aggregated by this process. */
  readonly limits: { readonly pageLimit: number; readonly refreshMs: number }
}

/** Now, in microseconds. */
export const instantOf = ({ clock }: Pick<MetricApp, 'clock'>): number => clock.now() * 1000
