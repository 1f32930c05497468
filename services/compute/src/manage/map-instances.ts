import type { DatabaseHost } from './cells-of.ts'
import { findCell, openApi, openCell } from './find-cell.ts'

export interface MappedInstances {
  readonly mapped: number
  /** Whether every server of the cell has been looked at. */
  readonly complete: boolean
}

const pageSize = 50

/** Maps the servers of a cell that have no mapping, at most so many; undefined when there is no such cell. */
export const mapInstances = async (
  host: DatabaseHost,
  cellId: string,
  maxCount: number,
): Promise<MappedInstances | undefined> => {
  const cell = await findCell(host, cellId)
  if (cell === undefined) return undefined
  const [api, db] = [await openApi(host), await openCell(host, cell)]
  let [mapped, last] = [0, '']
  for (;;) {
    const page = await db
      .selectFrom('instances')
      .select(['id', 'project_id', 'user_id', 'created_at'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(Math.min(pageSize, maxCount - mapped))
      .execute()
    if (page.length === 0) return { mapped, complete: true }
    const { numInsertedOrUpdatedRows } = await api
      .insertInto('instance_mappings')
      .values(
        page.map(({ id, project_id, user_id, created_at }) => ({
          ...{ server_id: id, cell_id: cellId, project_id, user_id, queued_for_delete: 0 },
          created_at,
        })),
      )
      .onConflict((conflict) => conflict.column('server_id').doNothing())
      .executeTakeFirst()
    mapped += Number(numInsertedOrUpdatedRows ?? 0n)
    last = page.at(-1)?.id ?? last
    if (mapped >= maxCount) return { mapped, complete: false }
  }
}
