import type { DescribedApi } from '@nimbo/http/open-api-document'
import type { Route } from '@nimbo/http/route'
import type { AlarmApp } from '../../app/alarming/alarm-app.ts'
import { alarms } from './alarms.ts'
import { quotas } from './quotas.ts'

/** Every operation on alarms, with its handler. */
export const routes: readonly Route<AlarmApp>[] = [...alarms, ...quotas]

/** The description of this API, for OpenAPI and the coverage report. */
export const described: DescribedApi = {
  title: 'Alarming',
  operations: routes.map(({ operation }) => operation),
}
