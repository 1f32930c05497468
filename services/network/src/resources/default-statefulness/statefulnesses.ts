import { defaultStatefulness } from '@nimbo/contracts/network/default-statefulness'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedBy } from '@nimbo/resource/rows/scopes'
import type { Db } from '../../tables.ts'

export const statefulnesses = repository(defaultStatefulness, { visibleTo: ownedBy(defaultStatefulness) })

/** Whether a new group is stateful when the request does not say so: the project's default, or else the general one. */
export const usualStatefulness = async (db: Db, projectId: string): Promise<boolean> => {
  const known = await statefulnesses.list(db, 'all', { project_id: [projectId, null] })
  const own = known.find(({ project_id }) => project_id === projectId)
  return (own ?? known[0])?.stateful ?? true
}
