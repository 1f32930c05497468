import type { Clock } from '@nimbo/kernel/clock'
import type { Databases } from '../../db/cells/databases.ts'
import { type Migration, type MigrationPage, migrations } from '../../db/server-migrations/migrations.ts'
import { errors } from '../../errors.ts'
import { everyCell } from '../every-cell.ts'

/** A page of migrations from all cells; `marker` is the id of the last one on the previous page. */
export interface ListedMigrations extends Omit<MigrationPage, 'after'> {
  readonly marker?: string
}

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
}

/** Orders migrations as each cell's query does: newest first. */
const newestFirst = (one: Migration, other: Migration): number =>
  one.created_at === other.created_at
    ? other.id.localeCompare(one.id)
    : other.created_at.localeCompare(one.created_at)

/** One page of migrations over all cells that answer, newest first. Throws `MarkerUnknown`. */
export const listMigrations = (deps: Deps) => {
  const findMarker = async (marker: string): Promise<Migration> => {
    const [found] = await everyCell(deps, async (cell) => {
      const known = await migrations(cell, deps.clock).find(marker)
      return known ? [known] : []
    })
    if (!found) throw errors.MarkerUnknown({ marker })
    return found
  }
  return async ({ marker, ...page }: ListedMigrations): Promise<readonly Migration[]> => {
    const after = marker === undefined ? undefined : await findMarker(marker)
    const cells = await everyCell(deps, (cell) =>
      migrations(cell, deps.clock).list({ ...page, ...(after ? { after } : {}) }),
    )
    return [...cells].sort(newestFirst).slice(0, page.limit)
  }
}
