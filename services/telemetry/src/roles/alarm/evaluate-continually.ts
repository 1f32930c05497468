import { serviceClient } from '@nimbo/clients/service-client'
import { asService, serviceTokens } from '@nimbo/clients/service-tokens'
import { metricApi } from '@nimbo/contracts/telemetry/metric/api'
import { reconciler } from '@nimbo/durable/reconciler'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { AodhConfig } from '../../alarming-options.ts'
import { removeOldChanges } from '../../db/alarming/alarms.ts'
import { askPrometheus } from '../../tasks/ask-prometheus.ts'
import { evaluateDue } from '../../tasks/evaluate-due.ts'
import { outdatedEveryMs, removeOutdated } from '../../tasks/remove-outdated.ts'
import { readValues } from '../../tasks/read-values.ts'
import { alarmApp } from './alarm-app.ts'

const prometheusOf = ({ prometheus }: AodhConfig) => {
  const { prometheus_host: host, prometheus_port: port, prometheus_timeout: timeout } = prometheus
  return askPrometheus({
    address: host === undefined ? undefined : `http://${host}:${port}`,
    label: prometheus.prometheus_disable_rbac ? undefined : prometheus.prometheus_project_label,
    timeoutMs: timeout * 1000,
  })
}

export const evaluateContinually = async (host: ServiceHost, config: AodhConfig): Promise<RunningService> => {
  const { clock, log, transport } = host
  const app = await alarmApp(host, config)
  const tokens = serviceTokens(transport, host.credentials('aodh'), clock)
  const metrics = serviceClient({ transport, api: metricApi, authenticate: asService(tokens) })
  const everyMs = config.evaluator.evaluation_interval * 1000
  const evaluating = reconciler({
    ...{ name: 'alarms', everyMs: Math.max(everyMs / 4, 1000), clock, log },
    run: evaluateDue(app, readValues(metrics, clock, prometheusOf(config)), everyMs),
  })
  const removing = reconciler({
    ...{ name: 'outdated history of alarms', clock, log, everyMs: outdatedEveryMs },
    run: removeOutdated(app, [
      {
        ...{ name: 'changes of alarms', timeToLive: config.database.alarm_history_time_to_live },
        remove: (before, limit) => removeOldChanges(app.db, before, limit),
      },
    ]),
  })
  return {
    begin: async () => {
      evaluating.start()
      removing.start()
    },
    settled: async () => {
      await evaluating.idle()
      await removing.idle()
    },
    stop: async () => {
      await Promise.all([evaluating.stop(), removing.stop()])
    },
  }
}
