import { liveStatuses } from '@nimbo/contracts/compute/migration-kind'
import type { Clock } from '@nimbo/kernel/clock'
import type { Databases } from '../../db/cells/databases.ts'
import { type Migration, migrations } from '../../db/server-migrations/migrations.ts'
import { errors } from '../../errors.ts'
import type { LocatedServer } from '../servers/find-server.ts'

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
}

/** The running live migrations of a server; none when it has no cell. */
export const liveMigrationsOf =
  ({ databases, clock }: Deps) =>
  async ({ server, cellId }: LocatedServer): Promise<readonly Migration[]> =>
    cellId === null ? [] : databases.ask(cellId, (cell) => migrations(cell, clock).liveOf(server.id))

/** A running live migration of a server by its number. Throws `NotFound`. */
export const findLiveMigration =
  ({ databases, clock }: Deps) =>
  async ({ server, cellId }: LocatedServer, id: string): Promise<Migration> => {
    const number = /^[0-9]{1,9}$/.test(id) ? Number(id) : undefined
    const known =
      cellId === null || number === undefined
        ? undefined
        : await databases.ask(cellId, (cell) => migrations(cell, clock).findByNumber(server.id, number))
    if (!known)
      throw errors.NotFound({
        reason: `In-progress live migration ${id} is not found for server ${server.id}.`,
      })
    if (known.migration_type !== 'live-migration')
      throw errors.NotFound({ reason: `Migration ${id} for server ${server.id} is not live-migration.` })
    if (!liveStatuses.some((status) => status === known.status))
      throw errors.NotFound({ reason: `Live migration ${id} for server ${server.id} is not in progress.` })
    return known
  }
