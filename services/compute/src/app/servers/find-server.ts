import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { Enforcer } from '@nimbo/policy/enforcer'
import type { Databases } from '../../db/cells/databases.ts'
import { instanceMappings } from '../../db/cells/instance-mappings.ts'
import { instances } from '../../db/servers/instances.ts'
import { requestedServer } from '../../db/servers/requested-server.ts'
import { newServer } from '../../domain/servers/new-server.ts'
import type { Server } from '../../domain/servers/server.ts'
import { errors } from '../../errors.ts'
import { findLostServer } from './find-lost-server.ts'

/** A server and its cell. */
export interface LocatedServer {
  readonly server: Server
  /** Null while no cell has it. */
  readonly cellId: string | null
}

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
  readonly enforcer: Pick<Enforcer, 'isAdmin'>
}

/** Looks twice: the build request may be deleted between the two queries, when the cell gets the server. */
const looks = 2

/**
 * Finds a server by id wherever it is stored, without checking its project; undefined when there is none. While its
 * cell is chosen but does not have it yet, the build request counts. Throws `CellDown`.
 */
export const locateServer =
  ({ databases, clock }: Pick<Deps, 'databases' | 'clock'>) =>
  async (id: string, { deleted = false } = {}): Promise<LocatedServer | undefined> => {
    for (let look = 1; look <= looks; look += 1) {
      const mapping = await instanceMappings(databases.api, clock).find(id)
      if (!mapping) return undefined
      if (mapping.cell_id !== null) {
        const server = await databases.ask(mapping.cell_id, (cell) =>
          instances(cell, clock).find(id, { deleted }),
        )
        if (server !== undefined) return { server, cellId: mapping.cell_id }
      }
      const { spec, build, deleteRequested } = (await requestedServer(databases.api, id)) ?? {}
      if (deleteRequested) return undefined
      if (spec && build) return { server: { ...newServer(spec, build), number: 0 }, cellId: null }
    }
    return undefined
  }

/**
 * Finds a server visible to the caller: of the project, or any for an admin. Throws `ServerNotFound` and `CellDown`.
 */
export const findServer = (deps: Deps) => {
  const locate = locateServer(deps)
  const findLost = findLostServer(deps)
  return async (ctx: Context, id: string, options?: { deleted?: boolean }): Promise<LocatedServer> => {
    const located = await locate(id, options).catch(async (error: unknown) => {
      // Only callers who may see the server get `CellDown`.
      if (isFault(error, 'CellDown')) await findLost(ctx, id)
      throw error
    })
    if (!located || (located.server.projectId !== ctx.projectId && !deps.enforcer.isAdmin(ctx)))
      throw errors.ServerNotFound({ id })
    return located
  }
}
