import { type FlowLease, holdsFlow } from '@nimbo/durable/flow-leases'
import type { Kysely } from 'kysely'
import type { ApiTables } from '../../db/schema/api-tables.ts'
import type { Databases } from '../../db/cells/databases.ts'

/** A lease of a flow that is about a server, in the database of the API or in that of a cell. */
export interface ServerLease extends FlowLease {
  readonly cellId?: string
}

/** Whether a flow about a server is still carried on by who says so; `api` is where the API's are looked for. */
export const holdsServerFlow = async (
  databases: Pick<Databases, 'cell'>,
  { cellId, ...lease }: ServerLease,
  api: Kysely<ApiTables>,
): Promise<boolean> =>
  cellId === undefined ? holdsFlow(api, lease) : holdsFlow(await databases.cell(cellId), lease)
