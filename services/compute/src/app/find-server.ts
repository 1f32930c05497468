import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Enforcer } from '@nimbo/policy/enforcer'
import { buildRequests } from '../db/build-requests.ts'
import { instanceMappings } from '../db/instance-mappings.ts'
import { instances } from '../db/instances.ts'
import { requestSpecs } from '../db/request-specs.ts'
import { newServer } from '../domain/new-server.ts'
import type { Server } from '../domain/server.ts'
import { errors } from '../errors.ts'
import type { Databases } from './app.ts'

/** A server and where it is kept. */
export interface LocatedServer {
  readonly server: Server
  /** Null while no cell has it. */
  readonly cellId: string | null
}

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
  readonly enforcer: Enforcer
}

/** Between a build request's end and the cell's beginning a server is nowhere for an instant: look twice. */
const looks = 2

/** Finds a server by id, wherever it is; undefined when it is nowhere. Whose it is does not matter. */
export const locateServer =
  ({ databases, clock }: Pick<Deps, 'databases' | 'clock'>) =>
  async (id: string, { deleted = false } = {}): Promise<LocatedServer | undefined> => {
    for (let look = 1; look <= looks; look += 1) {
      const mapping = await instanceMappings(databases.api, clock).find(id)
      if (!mapping) return undefined
      if (mapping.cell_id !== null) {
        const server = await instances(await databases.cell(mapping.cell_id), clock).find(id, { deleted })
        return server && { server, cellId: mapping.cell_id }
      }
      const pending = await buildRequests(databases.api, clock).find(id)
      const spec = pending && (await requestSpecs(databases.api, clock).find(id))
      if (pending?.deleteRequested) return undefined
      if (pending && spec) return { server: { ...newServer(spec, pending.build), number: 0 }, cellId: null }
    }
    return undefined
  }

/** Finds a server the caller may know of: its project's, or any for an admin. Throws `ServerNotFound`. */
export const findServer = (deps: Deps) => {
  const locate = locateServer(deps)
  return async (ctx: Context, id: string, options?: { deleted?: boolean }): Promise<LocatedServer> => {
    const located = await locate(id, options)
    if (!located || (located.server.projectId !== ctx.projectId && !deps.enforcer.isAdmin(ctx)))
      throw errors.ServerNotFound({ id })
    return located
  }
}
