import type { DescribedApi } from '@nimbo/http/open-api-document'
import { versions } from './fault-envelope.ts'
import { operations } from './routes.ts'

/** The description of this API, for OpenAPI and the coverage report. */
export const described: DescribedApi = {
  title: 'Placement',
  operations,
  microversions: versions,
}
