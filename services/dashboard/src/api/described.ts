import { sessionOperations } from '@nimbo/contracts/dashboard/session'
import { signOnOperations } from '@nimbo/contracts/dashboard/sign-ons'
import type { DescribedApi } from '@nimbo/http/open-api-document'

/** The dashboard's own operations, for OpenAPI documents. */
export const described: DescribedApi = {
  title: 'Dashboard',
  operations: [...sessionOperations, ...signOnOperations],
}
