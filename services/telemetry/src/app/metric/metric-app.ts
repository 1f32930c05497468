import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { MetricDb } from '../../db/metric/policies.ts'

/** The dependencies of the use cases of metrics. */
export interface MetricApp {
  readonly db: MetricDb
  readonly clock: Clock
  readonly log: Log
  /** Wakes metricd; losing the call only delays aggregation. */
  readonly wake: () => void
  /** The maximum number of items of a page, and how long a refresh may take in milliseconds. */
  readonly limits: { readonly pageLimit: number; readonly refreshMs: number }
}

/** The current time, in microseconds. */
export const instantOf = ({ clock }: Pick<MetricApp, 'clock'>): number => clock.now() * 1000
