import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import { type Container, toContainer } from './containers.ts'
import { type StoredObject, toObject } from './objects.ts'
import type { SwiftTables } from './tables.ts'

/** The path of an object. */
interface Placed {
  readonly account: string
  readonly container: string
  readonly name: string
}

export interface FoundObject {
  readonly container: Container
  readonly object: StoredObject
}

const placed = prepared((db: Kysely<SwiftTables>, { account, container, name }: Placed) =>
  db
    .selectFrom('containers')
    .innerJoin('objects', 'objects.container_id', 'containers.id')
    .selectAll('containers')
    .select(['container_id', 'objects.name as object_name', 'timestamp', 'etag', 'size', 'content_type'])
    .select(['headers', 'kind', 'blob', 'delete_at', 'version_id'])
    .where('containers.account', '=', account)
    .where('containers.name', '=', container)
    .where('objects.name', '=', name),
)

/** An object with its container, in one query because every download asks for both. */
export const findObject = async (db: Kysely<SwiftTables>, path: Placed): Promise<FoundObject | undefined> => {
  const [row] = await placed(db, path)
  return row && { container: toContainer(row), object: toObject({ ...row, name: row.object_name }) }
}
