import type { DescribedApi } from '@nimbo/http/open-api-document'
import { operations } from './routes.ts'

/** The description of this API, for OpenAPI and the coverage report. */
export const described: DescribedApi = { title: 'Orchestration', operations }
