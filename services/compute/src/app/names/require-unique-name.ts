import { buildRequests } from '../../db/servers/build-requests.ts'
import { serversNamed, type WantedName } from '../../db/servers/servers-named.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import { everyCell } from '../every-cell.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'config'>

interface Named {
  readonly projectId: string
  readonly names: readonly string[]
  /** The server that the request renames. */
  readonly serverId?: string
}

/**
 * Throws `ServerNameTaken` when `osapi_compute_unique_server_name_scope` requires unique names and another server has
 * the name, ignoring case. As in Nova, two simultaneous requests can still get the same name.
 */
export const requireUniqueName = ({ databases, clock, config }: Deps) => {
  const scope = config.DEFAULT.osapi_compute_unique_server_name_scope
  const isTaken = async (wanted: WantedName, serverId: string | undefined): Promise<boolean> => {
    const name = wanted.name.toLowerCase()
    const pending = await buildRequests(databases.api, clock).list(wanted.projectId)
    const waiting = pending.filter(({ build }) => build.name.toLowerCase() === name)
    const there = await everyCell({ databases }, (cell) => serversNamed(cell, wanted))
    return [...waiting.map(({ build }) => build.serverId), ...there].some((id) => id !== serverId)
  }
  return async ({ projectId, names, serverId }: Named): Promise<void> => {
    if (scope === '') return
    for (const name of names) {
      const wanted = { name, ...(scope === 'project' ? { projectId } : {}) }
      if (await isTaken(wanted, serverId)) throw errors.ServerNameTaken({ name: name.toLowerCase() })
    }
  }
}
