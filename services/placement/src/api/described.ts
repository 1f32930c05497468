import type { DescribedApi } from '@nimbo/http/open-api-document'
import { versions } from './fault-envelope.ts'
import { operations } from './routes.ts'

/** What this API is and can do, for OpenAPI and whoever compares. */
export const described: DescribedApi = {
  title: 'Placement',
  operations,
  microversions: versions,
}
