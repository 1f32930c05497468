import type { ResourceNotifications } from '@nimbo/contracts/network/resource-notifications'
import type { tagOperations } from '@nimbo/contracts/network/tags'
import type { MigrationSet } from '@nimbo/db/migrate'
import type { Route } from '@nimbo/http/route'
import type { Kind } from '@nimbo/resource/describe/kind'
import type { Deps } from '../app/deps.ts'
import type { Extension } from './extensions.ts'
import { type CrudOf, resourceRoutes } from './resource-routes.ts'
import type { Facts } from '../app/as-seen.ts'
import type { ServedKind } from './served-kind.ts'
import { tagRoutes } from './tag-routes.ts'
import type { Listed } from './versions.ts'

/** What one kind of resource brings to the service: all that the rest of it has to know. */
export interface Room {
  readonly listed: Listed
  /** What it describes: each has a table of its own. */
  readonly kinds: readonly Kind[]
  /** What projects have limits of. */
  readonly counted: readonly Kind[]
  readonly routes: readonly Route<Deps>[]
  /** Its tables, as they came to be; written by hand, and never changed once they are released. */
  readonly migrations: MigrationSet
  readonly extensions: readonly Extension[]
  /** What the world is told of it. */
  readonly notifications?: ResourceNotifications
}

interface More<K extends Kind> extends Pick<Room, 'migrations' | 'notifications'> {
  readonly extensions?: readonly Extension[]
  readonly tags?: ReturnType<typeof tagOperations<K>>
  /** Of the operations that only this kind has. */
  readonly routes?: readonly Route<Deps>[]
}

/** The room of a kind with the operations that every kind has. */
export const roomOf = <K extends Kind, P extends Facts | undefined>(
  operations: CrudOf<K>,
  served: ServedKind<K, P>,
  { migrations, notifications, extensions = [], tags, routes = [] }: More<K>,
): Room => ({
  listed: served.repository.kind,
  kinds: [served.repository.kind],
  counted: 'project_id' in served.repository.kind.attributes ? [served.repository.kind] : [],
  routes: [...resourceRoutes(operations, served), ...(tags ? tagRoutes(tags, served) : []), ...routes],
  migrations,
  extensions,
  ...(notifications ? { notifications } : {}),
})
