import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { faultEnvelope, invalidMessage } from '../../api/alarming/fault-envelope.ts'
import { described, routes } from '../../api/metering/described.ts'
import { errors } from '../../metering-errors.ts'
import { policies } from '../../metering-policies.ts'
import { serveTelemetryApi } from '../serve-telemetry-api.ts'
import { meteringApp } from './metering-app.ts'

export const serveMeteringApi = async (host: ServiceHost): Promise<RunningService> =>
  serveTelemetryApi(host, {
    name: 'metering',
    service: 'ceilometer',
    app: await meteringApp(host),
    ...{ routes, described, policies },
    forbidden: (rule) => errors.Forbidden({ rule }),
    invalid: invalidMessage,
    faults: { envelope: faultEnvelope, unexpected: 'An unexpected error occurred.' },
  })
