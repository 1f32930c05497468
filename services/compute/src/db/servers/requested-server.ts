import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import type { BuildRequest, RequestSpec } from '../../domain/servers/request-spec.ts'
import type { ApiTables } from '../schema/api-tables.ts'

/** The request spec of a server, and its build request while it has no cell. */
export interface RequestedServer {
  readonly spec: RequestSpec
  readonly build: BuildRequest | undefined
  readonly deleteRequested: boolean
}

const asked = prepared((db: Kysely<ApiTables>, { serverId }: { readonly serverId: string }) =>
  db
    .selectFrom('request_specs')
    .leftJoin('build_requests', 'build_requests.server_id', 'request_specs.server_id')
    .select(['spec', 'request', 'delete_requested_at'])
    .where('request_specs.server_id', '=', serverId),
)

/** Reads request spec and build request in one query; undefined for an unknown server. */
export const requestedServer = async (
  db: Kysely<ApiTables>,
  serverId: string,
): Promise<RequestedServer | undefined> => {
  const [row] = await asked(db, { serverId })
  return (
    row && {
      spec: JSON.parse(row.spec) as RequestSpec,
      build: row.request === null ? undefined : (JSON.parse(row.request) as BuildRequest),
      deleteRequested: row.delete_requested_at !== null,
    }
  )
}
