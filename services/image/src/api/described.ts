import type { DescribedApi } from '@nimbo/http/open-api-document'
import { operations } from './routes.ts'

/** The description of this API, for OpenAPI documents and comparisons. */
export const described: DescribedApi = {
  title: 'Image',
  operations,
}
