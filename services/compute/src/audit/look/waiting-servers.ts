import type { FlowTables } from '@nimbo/durable/flow-tables'
import type { Kysely } from 'kysely'
import type { ApiTables } from '../../db/schema/api-tables.ts'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { unlessDown } from '../../db/cells/ask-cell.ts'
import type { Databases } from '../../db/cells/databases.ts'

/** The maximum per look; later looks find the rest. */
const most = 1_000

/** Servers of a cell with a task state but without a flow in the cell. */
const waitingIn = (cell: Kysely<CellTables>): Promise<readonly { readonly id: string }[]> =>
  cell
    .selectFrom('instances')
    .select('id')
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('vm_state', '=', 'building'), eb('task_state', 'is not', null)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('flows')
            .select('flows.id')
            .whereRef('flows.subject', '=', 'instances.id')
            .where('flows.wake_at', 'is not', null),
        ),
      ),
    )
    .orderBy('id')
    .limit(most)
    .execute()

const requested = (api: Kysely<ApiTables>): Promise<readonly { readonly id: string }[]> =>
  api.selectFrom('build_requests').select('server_id as id').orderBy('server_id').limit(most).execute()

/** The servers among the given ones without a flow in the API database. */
const withoutBoot = async (api: Kysely<ApiTables>, ids: readonly string[]): Promise<readonly string[]> => {
  if (ids.length === 0) return []
  const flows = await (api as unknown as Kysely<FlowTables>)
    .selectFrom('flows')
    .select('subject')
    .where('wake_at', 'is not', null)
    .where('subject', 'in', ids)
    .execute()
  const busy = new Set(flows.map(({ subject }) => subject))
  return ids.filter((id) => !busy.has(id))
}

/** Servers with a task that no flow is working on; those in cells that do not answer are left out. */
export const waitingServers = async ({
  api,
  cells,
  ask,
}: Pick<Databases, 'api' | 'cells' | 'ask'>): Promise<readonly string[]> => {
  const known = await cells()
  const waiting = await Promise.all(known.map(({ id }) => unlessDown(ask(id, waitingIn))))
  const ids = [...(await requested(api)), ...waiting.flatMap((found) => found ?? [])].map(({ id }) => id)
  return withoutBoot(api, [...new Set(ids)])
}
