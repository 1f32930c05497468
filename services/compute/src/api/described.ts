import type { DescribedApi } from '@nimbo/http/open-api-document'
import { operations } from './routes.ts'
import { computeMicroversions } from './versions.ts'

/** The description of this API, for OpenAPI and the coverage report. */
export const described: DescribedApi = {
  title: 'Compute',
  operations,
  prefix: '/v2.1',
  microversions: computeMicroversions,
}
