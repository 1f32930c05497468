import { accountOperations } from '@nimbo/contracts/object-store/accounts'
import { containerOperations } from '@nimbo/contracts/object-store/containers'
import { discoveryOperations } from '@nimbo/contracts/object-store/discovery'
import { objectOperations } from '@nimbo/contracts/object-store/objects'
import type { DescribedApi } from '@nimbo/http/open-api-document'

/** The description of this API, for OpenAPI and the coverage report. */
export const described: DescribedApi = {
  title: 'Object Store',
  operations: [...discoveryOperations, ...accountOperations, ...containerOperations, ...objectOperations],
}
