import { serviceClient } from '@nimbo/clients/service-client'
import { asUser, serviceTokens } from '@nimbo/clients/service-tokens'
import { trusts } from '@nimbo/clients/trusts'
import { metricApi } from '@nimbo/contracts/telemetry/metric/api'
import type { ServiceHost } from '@nimbo/service/service-host'
import type { AodhConfig } from '../../alarming-options.ts'
import type { AlarmApp } from '../../app/alarming/alarm-app.ts'
import { migrations } from '../../db/alarming/migrations.ts'
import type { AlarmTables } from '../../db/alarming/tables.ts'

/** The topic on which the notifiers are woken when there are actions. */
export const actionsTopic = 'aodh-actions'

/** The dependencies of the alarm roles. */
export const alarmApp = async (host: ServiceHost, { api }: AodhConfig): Promise<AlarmApp> => {
  const { transport, clock } = host
  const credentials = host.credentials('aodh')
  return {
    db: await host.openDatabase<AlarmTables>('aodh', migrations),
    clock,
    log: host.log,
    limits: {
      ofProject: api.project_alarm_quota,
      ofUser: api.user_alarm_quota,
      actions: api.alarm_max_actions,
    },
    trusts: trusts({ transport, credentials, clock, delegated: [] }),
    metrics: serviceClient({
      transport,
      api: metricApi,
      authenticate: asUser(serviceTokens(transport, credentials, clock)),
    }),
    wakeNotifier: () => void host.bus.fanout({ topic: actionsTopic }, {}).catch(() => {}),
  }
}
