import type { DescribedApi } from '@nimbo/http/open-api-document'
import { operations } from './routes.ts'

/** What this API is and can do, for OpenAPI and whoever compares. */
export const described: DescribedApi = { title: 'Orchestration', operations }
