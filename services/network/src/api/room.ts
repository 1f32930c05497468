import type { ResourceNotifications } from '@nimbo/contracts/network/resource-notifications'
import type { tagOperations } from '@nimbo/contracts/network/tags'
import type { MigrationSet } from '@nimbo/db/migrate'
import type { Route } from '@nimbo/http/route'
import type { Kind } from '@nimbo/resource/describe/kind'
import type { Repository } from '@nimbo/resource/rows/repository'
import type { Deps } from '../app/deps.ts'
import type { Db } from '../tables.ts'
import type { Extension } from './extensions.ts'
import { type CrudOf, resourceRoutes } from './resource-routes.ts'
import type { Facts } from '../app/as-seen.ts'
import type { ServedKind } from './served-kind.ts'
import { tagRoutes } from './tag-routes.ts'
import type { Listed } from './versions.ts'

/** Everything that one kind of resource contributes to the service. */
export interface Room {
  readonly listed: Listed
  /** The repository of each table that holds a kind of resource. */
  readonly repositories: readonly Repository<Kind, Db>[]
  /** The kinds that have a quota. */
  readonly counted: readonly Kind[]
  readonly routes: readonly Route<Deps>[]
  /** Its migrations: written by hand and never edited after a release. */
  readonly migrations: MigrationSet
  readonly extensions: readonly Extension[]
  /** The notifications it sends. */
  readonly notifications?: ResourceNotifications
}

interface More<K extends Kind> extends Pick<Room, 'migrations' | 'notifications'> {
  readonly extensions?: readonly Extension[]
  readonly tags?: ReturnType<typeof tagOperations<K>>
  /** Handlers of operations beyond CRUD. */
  readonly routes?: readonly Route<Deps>[]
}

/** A room with the CRUD operations. */
export const roomOf = <K extends Kind, P extends Facts | undefined>(
  operations: CrudOf<K>,
  served: ServedKind<K, P>,
  { migrations, notifications, extensions = [], tags, routes = [] }: More<K>,
): Room => ({
  listed: served.repository.kind,
  repositories: [served.repository],
  counted: 'project_id' in served.repository.kind.attributes ? [served.repository.kind] : [],
  routes: [...resourceRoutes(operations, served), ...(tags ? tagRoutes(tags, served) : []), ...routes],
  migrations,
  extensions,
  ...(notifications ? { notifications } : {}),
})
