import { metricPart, metricsNotifications } from '@nimbo/contracts/compute/notifications/hosts'
import type { HostMetric } from '@nimbo/contracts/compute-rpc/host-metric'
import type { Context } from '@nimbo/kernel/context'
import { filled } from '@nimbo/notifications/notification'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { wireTime, wireTimeMicros } from '../../domain/wire-time.ts'

interface MeasuredNode {
  readonly host: string
  readonly hostIp: string
  readonly node: string
  readonly metrics: readonly HostMetric[]
}

/** As in Nova, percentages are fractions in the unversioned format alone. */
const fraction = ({ name, value }: HostMetric): number => (name.endsWith('percent') ? value / 100 : value)

/** Writes the notification of what the monitors of a host measured, in both formats; none when they measured nothing. */
export const tellMetrics =
  ({ notifier }: { readonly notifier: Notifier }) =>
  async (
    cell: Kysely<CellTables>,
    ctx: Context,
    { host, hostIp, node, metrics }: MeasuredNode,
  ): Promise<void> => {
    if (metrics.length === 0) return
    const about = { host, host_ip: hostIp, nodename: node }
    await notifier.tell(cell, ctx, metricsNotifications.versioned, {
      ...{ resource: node, host },
      payload: () => ({
        ...about,
        metrics: metrics.map(({ name, value, timestamp, source }) =>
          filled(metricPart, {
            ...{ name, value, source, timestamp: wireTime(timestamp) },
            numa_membership_values: null,
          }),
        ),
      }),
    })
    await notifier.tell(cell, ctx, metricsNotifications.unversioned, {
      // As in Nova its publisher is named after the node, not after the host.
      ...{ resource: node, host: node },
      payload: () => ({
        ...about,
        metrics: metrics.map((metric) => ({
          name: metric.name,
          value: fraction(metric),
          timestamp: wireTimeMicros(metric.timestamp),
          source: metric.source,
        })),
      }),
    })
  }
