import type { Kind, Of } from '@nimbo/resource/describe/kind'
import type { Repository } from '@nimbo/resource/rows/repository'
import { errors } from '../errors.ts'
import type { Db } from '../tables.ts'

/** Reads a resource that was just written. Throws `HTTPNotFound` if another request deleted it before it was written. */
export const refreshed = async <K extends Kind>(
  repository: Repository<K, Db>,
  db: Db,
  id: string,
): Promise<Of<K>> => {
  const found = await repository.get(db, 'all', id)
  if (!found) throw errors.HTTPNotFound()
  return found
}
