import { sessionOperations } from '@nimbo/contracts/dashboard/session'
import { signOnOperations } from '@nimbo/contracts/dashboard/sign-ons'
import type { DescribedApi } from '@nimbo/http/open-api-document'

/** What the dashboard answers of its own, for OpenAPI and whoever compares. */
export const described: DescribedApi = {
  title: 'Dashboard',
  operations: [...sessionOperations, ...signOnOperations],
}
