import type { Repository } from '../db/repository.ts'

/** The resource as it is now, which was there a moment ago in the same transaction. */
export const refreshed = async <Resource extends { readonly id: string }>(
  repository: Repository<Resource>,
  id: string,
): Promise<Resource> => {
  const found = await repository.get('all', id)
  if (!found) throw new Error(`${repository.rows.type.name} ${id} vanished within its transaction`)
  return found
}
