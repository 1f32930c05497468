import { openStatuses } from '@nimbo/contracts/compute/migration-kind'
import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import type { Server } from '../../domain/servers/server.ts'
import type { CellTables } from '../schema/cell-tables.ts'
import { instanceFields } from '../servers/instance-fields.ts'

/** A server that is about to leave its host. */
export interface DepartingServer {
  readonly host: string | null
  /** The complete server, which is decoded only when this is called. */
  readonly whole: () => Server
  /** The server's open migration, with the host that the server leaves. */
  readonly open: { readonly id: string; readonly source: string | null } | undefined
}

interface Wanted {
  readonly serverId: string
  readonly statuses: typeof openStatuses
}

const departing = prepared((db: Kysely<CellTables>, { serverId, statuses }: Wanted) =>
  db
    .selectFrom('instances')
    .leftJoin('migrations as open', (on) =>
      on.on('open.id', '=', (eb) =>
        eb
          .selectFrom('migrations as moves')
          .select('moves.id')
          .where('moves.server_id', '=', serverId)
          .where('moves.status', 'in', statuses)
          .orderBy('moves.created_at', 'desc')
          .orderBy('moves.id', 'desc')
          .limit(1),
      ),
    )
    .selectAll('instances')
    .select(['open.id as migration_id', 'open.source_compute'])
    .where('instances.id', '=', serverId)
    .where('instances.deleted_at', 'is', null),
)

/** Reads a server and its open migration in one query; undefined for a server that is gone. */
export const departingServer = async (
  db: Kysely<CellTables>,
  serverId: string,
): Promise<DepartingServer | undefined> => {
  const [row] = await departing(db, { serverId, statuses: openStatuses })
  return (
    row && {
      host: row.host,
      whole: () => instanceFields.fromRow(row),
      open: row.migration_id === null ? undefined : { id: row.migration_id, source: row.source_compute },
    }
  )
}
