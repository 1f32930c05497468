import { showMetric } from '@nimbo/contracts/telemetry/metric/metrics'
import { showResource } from '@nimbo/contracts/telemetry/metric/resources'
import type { Context } from '@nimbo/kernel/context'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import { errors } from '../../alarming-errors.ts'
import type { Rule } from '../../domain/alarming/alarm-rule.ts'
import type { AlarmApp } from './alarm-app.ts'

/** What does not exist is no reason to refuse: the metrics of a new server appear after its alarm. */
const unlessRefused = async (reading: Promise<unknown>, rule: string): Promise<void> => {
  try {
    await reading
  } catch (error) {
    if (isRemote(error, 403)) throw errors.Forbidden({ rule })
    if (!isRemote(error, 400, 404)) throw error
  }
}

/**
 * Throws unless the caller may read the resource or metrics that a rule names, because the evaluator reads them with the rights of
 * this service.
 */
export const requireReadable =
  ({ metrics }: Pick<AlarmApp, 'metrics'>) =>
  async (ctx: Context, rule: Rule): Promise<void> => {
    switch (rule.kind) {
      case 'composite':
        for (const part of rule.rules) await requireReadable({ metrics })(ctx, part)
        break
      case 'gnocchi_resources_threshold': {
        const path = { type: rule.resource_type, resource_id: rule.resource_id }
        await unlessRefused(metrics.call(ctx, showResource, { path }), 'get resource')
        break
      }
      case 'gnocchi_aggregation_by_metrics_threshold':
        for (const metric_id of rule.metrics)
          await unlessRefused(metrics.call(ctx, showMetric, { path: { metric_id } }), 'get metric')
    }
  }
