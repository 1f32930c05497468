import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { errors } from '../../alarming-errors.ts'
import type { AodhConfig } from '../../alarming-options.ts'
import { policies } from '../../alarming-policies.generated.ts'
import { described, routes } from '../../api/alarming/described.ts'
import { faultEnvelope, invalidMessage } from '../../api/alarming/fault-envelope.ts'
import { serveTelemetryApi } from '../serve-telemetry-api.ts'
import { alarmApp } from './alarm-app.ts'

export const serveAlarmApi = async (host: ServiceHost, config: AodhConfig): Promise<RunningService> =>
  serveTelemetryApi(host, {
    name: 'alarming',
    service: 'aodh',
    app: await alarmApp(host, config),
    ...{ routes, described, policies, guarded: '/v2' },
    forbidden: (rule) => errors.Forbidden({ rule }),
    invalid: invalidMessage,
    faults: { envelope: faultEnvelope, unexpected: 'An unexpected error occurred.' },
  })
