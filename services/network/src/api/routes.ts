import type { Route } from '@nimbo/http/route'
import type { Deps } from '../app/deps.ts'
import { auditRoutes } from '../audit/routes.ts'
import { quotaRoutes } from '../quotas/routes.ts'
import { extensionRoutes } from './extensions.ts'
import type { Room } from './room.ts'
import { listResources } from './versions.ts'

/** Collections that the version document lists besides those with rooms. */
const others = ['quotas', 'extensions', 'availability_zones'].map((collection) => ({
  name: collection.replace(/s$/, ''),
  collection,
  path: collection,
}))

/** All handlers below `/v2.0`. */
export const routesOf = (rooms: readonly Room[]): readonly Route<Deps>[] => [
  listResources([...rooms.map(({ listed }) => listed), ...others]),
  ...extensionRoutes(rooms.flatMap(({ extensions }) => extensions)),
  ...rooms.flatMap(({ routes }) => routes),
  ...auditRoutes,
  ...quotaRoutes(rooms.flatMap(({ counted }) => counted)),
]
