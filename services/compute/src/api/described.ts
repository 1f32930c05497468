import type { DescribedApi } from '@nimbo/http/open-api-document'
import { operations } from './routes.ts'
import { computeMicroversions } from './versions.ts'

/** What this API is and can do, for OpenAPI and whoever compares. */
export const described: DescribedApi = {
  title: 'Compute',
  operations,
  prefix: '/v2.1',
  microversions: computeMicroversions,
}
