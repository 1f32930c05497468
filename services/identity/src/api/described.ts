import type { DescribedApi } from '@nimbo/http/open-api-document'
import { operations } from './routes.ts'

/** The description of the API for its OpenAPI document. */
export const described: DescribedApi = {
  title: 'Identity',
  operations,
}
