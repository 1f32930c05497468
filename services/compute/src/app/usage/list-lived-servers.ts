import type { Databases } from '../../db/cells/databases.ts'
import {
  type LivedPage,
  type LivedServer,
  livedServers,
  projectOfServer,
} from '../../db/usage/lived-servers.ts'
import { errors } from '../../errors.ts'
import { everyCell } from '../every-cell.ts'

interface Deps {
  readonly databases: Databases
}

export interface ListedLives extends Omit<LivedPage, 'after'> {
  /** Id of the last server on the previous page. */
  readonly marker?: string
}

const inOrder = (one: LivedServer, other: LivedServer): number =>
  one.projectId === other.projectId ? (one.id < other.id ? -1 : 1) : one.projectId < other.projectId ? -1 : 1

/** A page of the servers of all cells that existed during a period, ordered by project. Throws `MarkerUnknown`. */
export const listLivedServers =
  (deps: Deps) =>
  async ({ marker, ...page }: ListedLives): Promise<readonly LivedServer[]> => {
    const placeOf = async (id: string): Promise<NonNullable<LivedPage['after']>> => {
      const [projectId] = await everyCell(deps, async (cell) => {
        const found = await projectOfServer(cell, id)
        return found === undefined ? [] : [found]
      })
      if (projectId === undefined) throw errors.MarkerUnknown({ marker: id })
      return { id, projectId }
    }
    const after = marker === undefined ? undefined : await placeOf(marker)
    const lived = await everyCell(deps, (cell) =>
      livedServers(cell, { ...page, ...(after ? { after } : {}) }),
    )
    return [...lived].sort(inOrder).slice(0, page.limit)
  }
