import type { DescribedApi } from '@nimbo/http/open-api-document'
import type { Route } from '@nimbo/http/route'
import type { KeyApp } from '../app/key-app.ts'
import { acls } from './acls.ts'
import { consumers } from './consumers.ts'
import { containers } from './containers.ts'
import { orders } from './orders.ts'
import { quotas } from './quotas.ts'
import { secretMetadata } from './secret-metadata.ts'
import { secretStores } from './secret-stores.ts'
import { secrets } from './secrets.ts'
import { versionRoutes } from './versions.ts'

/** Every operation of the key manager with its handler. */
export const routes: readonly Route<KeyApp>[] = [
  ...[...versionRoutes, ...secrets, ...secretMetadata, ...containers, ...consumers],
  ...[...acls, ...orders, ...quotas, ...secretStores],
]

/** The description of this API, for OpenAPI and the coverage report. */
export const described: DescribedApi = {
  title: 'Key Manager',
  operations: routes.map(({ operation }) => operation),
}
