import type { DescribedApi } from '@nimbo/http/open-api-document'
import type { Route } from '@nimbo/http/route'
import type { MeteringApp } from '../../app/metering/metering-app.ts'
import { events } from './events.ts'
import { samples } from './samples.ts'

/** Every operation on samples and events, with its handler. */
export const routes: readonly Route<MeteringApp>[] = [...samples, ...events]

/** The description of this API, for OpenAPI and the coverage report. */
export const described: DescribedApi = {
  title: 'Metering',
  operations: routes.map(({ operation }) => operation),
}
