import { randomUUID } from 'node:crypto'
import type { Subscription } from '@nimbo/bus/bus'
import { reconciler } from '@nimbo/durable/reconciler'
import { withoutRests } from '@nimbo/kernel/background-pace'
import { timestamp } from '@nimbo/kernel/clock'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { aggregatePartitions } from '../../db/metric/partitions.ts'
import { reportProcessor } from '../../db/metric/processors.ts'
import type { GnocchiConfig } from '../../metric-options.ts'
import { aggregateWaiting } from '../../tasks/aggregate-waiting.ts'
import { expungeDeleted } from '../../tasks/expunge-deleted.ts'
import { keepPartitions } from '../../tasks/keep-partitions.ts'
import { measuresTopic, metricApp } from './metric-app.ts'

/** A partition spans at least a day. */
const partitionsEveryMs = 3_600_000

export const aggregateContinually = async (
  host: ServiceHost,
  config: GnocchiConfig,
): Promise<RunningService> => {
  const { clock, log, pace = withoutRests } = host
  const app = await metricApp(host, config)
  const aggregate = aggregateWaiting(app)
  const name = `metricd-${randomUUID()}`
  const aggregating = reconciler({
    ...{ name: 'measures', clock, log },
    everyMs: config.metricd.metric_processing_delay * 1000,
    run: (stopping) => aggregate(pace(stopping)),
  })
  const telling = reconciler({
    ...{ name: 'metric processor', clock, log },
    everyMs: config.metricd.metric_reporting_delay * 1000,
    run: () => reportProcessor(app.db, name, timestamp(clock)),
  })
  const expunging = reconciler({
    ...{ name: 'deleted metrics', clock, log },
    everyMs: config.metricd.metric_cleanup_delay * 1000,
    run: expungeDeleted(app, config.metricd.cleanup_batch_size),
  })
  const partitions = aggregatePartitions(app.db)
  const keeping =
    partitions &&
    reconciler({
      ...{ name: 'partitions of aggregates', clock, log, everyMs: partitionsEveryMs },
      run: keepPartitions(app, partitions),
    })
  let subscription: Subscription | undefined
  return {
    begin: async () => {
      subscription = await host.bus.listen({ topic: measuresTopic, server: name }, async () => {
        aggregating.wake()
        return undefined
      })
      aggregating.start()
      telling.start()
      expunging.start()
      keeping?.start()
    },
    settled: async () => {
      await aggregating.idle()
      await telling.idle()
      await expunging.idle()
      await keeping?.idle()
    },
    stop: async () => {
      await subscription?.close()
      await Promise.all([aggregating.stop(), telling.stop(), expunging.stop(), keeping?.stop()])
    },
  }
}
