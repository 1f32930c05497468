import { instanceMappings } from '../../db/cells/instance-mappings.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { findCell, openApi, openCell } from '../find-cell.ts'

export type Whereabouts =
  | {
      readonly kind: 'in-cell' | 'deleted' | 'archived'
      readonly cellId: string
      readonly cellName: string
    }
  | { readonly kind: 'unmapped' | 'in-no-cell' }

/** Checks that a server is in the cell that its mapping names. */
export const verifyInstance = async (host: DatabaseHost, serverId: string): Promise<Whereabouts> => {
  const mapping = await instanceMappings(await openApi(host), host.clock).find(serverId)
  if (mapping === undefined) return { kind: 'unmapped' }
  const cell = mapping.cell_id === null ? undefined : await findCell(host, mapping.cell_id)
  if (cell === undefined) return { kind: 'in-no-cell' }
  const row = await (await openCell(host, cell))
    .selectFrom('instances')
    .select('deleted_at')
    .where('id', '=', serverId)
    .executeTakeFirst()
  const kind = row === undefined ? 'archived' : row.deleted_at === null ? 'in-cell' : 'deleted'
  return { kind, cellId: cell.id, cellName: cell.name }
}
