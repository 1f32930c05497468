import type { Kind, Of } from '@nimbo/resource/describe/kind'
import type { Repository } from '@nimbo/resource/rows/repository'
import type { Db } from '../tables.ts'

/** Reads a resource that was just written. Throws if it is missing, which can only be a bug. */
export const refreshed = async <K extends Kind>(
  repository: Repository<K, Db>,
  db: Db,
  id: string,
): Promise<Of<K>> => {
  const found = await repository.get(db, 'all', id)
  if (!found) throw new Error(`the ${repository.kind.name} ${id} that was just written is not there`)
  return found
}
