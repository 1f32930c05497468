import { type FlowLease, holdsFlow } from '@nimbo/durable/flow-leases'
import type { Kysely } from 'kysely'
import type { ApiTables } from '../../db/schema/api-tables.ts'
import type { Databases } from '../../db/cells/databases.ts'

/** The lease of a flow about a server, in the API database or in a cell's. */
export interface ServerLease extends FlowLease {
  readonly cellId?: string
}

/** Whether the caller still holds the lease of a flow about a server; `api` is the API database. */
export const holdsServerFlow = async (
  databases: Pick<Databases, 'cell'>,
  { cellId, ...lease }: ServerLease,
  api: Kysely<ApiTables>,
): Promise<boolean> =>
  cellId === undefined ? holdsFlow(api, lease) : holdsFlow(await databases.cell(cellId), lease)
