import type { DescribedApi } from '@nimbo/http/open-api-document'
import { routes } from './routes.ts'

/** The description of this API, for OpenAPI and the coverage report. */
export const described: DescribedApi = {
  title: 'Metrics',
  operations: routes.map(({ operation }) => operation),
}
