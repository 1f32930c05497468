import { instanceMappings } from '../../db/instance-mappings.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { cellDatabases } from './cell-databases.ts'

/** How many servers now have a mapping that had none; nova's exit code is 0 when `complete`, else 1. */
export interface MappedInstances {
  readonly mapped: number
  readonly complete: boolean
}

const batchSize = 500

/** Gives servers that are in a cell's database alone their mapping; ends after `maxCount`. Undefined without such a cell. */
export const mapInstances = async (
  host: DatabaseHost,
  cellId: string,
  maxCount = Number.POSITIVE_INFINITY,
): Promise<MappedInstances | undefined> => {
  const { api, find, open } = await cellDatabases(host)
  const mapping = await find(cellId)
  if (mapping === undefined) return undefined
  const cell = await open(mapping)
  const mappings = instanceMappings(api, host.clock)
  let mapped = 0
  for (let after = ''; ; ) {
    const batch = await cell
      .selectFrom('instances')
      .select(['id', 'project_id', 'user_id', 'created_at', 'deleted_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const known = new Set(await mappings.known(batch.map(({ id }) => id)))
    for (const { id, project_id, user_id, created_at, deleted_at } of batch) {
      if (known.has(id)) continue
      if (mapped >= maxCount) return { mapped, complete: false }
      await mappings.adopt({
        ...{ server_id: id, cell_id: cellId, project_id, user_id, created_at },
        queued_for_delete: deleted_at === null ? 0 : 1,
      })
      mapped += 1
    }
    const last = batch.at(-1)
    if (last === undefined || batch.length < batchSize) return { mapped, complete: true }
    after = last.id
  }
}
