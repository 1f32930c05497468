import type { DescribedApi } from '@nimbo/http/open-api-document'
import { routes } from './routes.ts'

/** What this API is and can do, for OpenAPI and whoever compares. */
export const described: DescribedApi = {
  title: 'Metrics',
  operations: routes.map(({ operation }) => operation),
}
