import type { Context } from '@nimbo/kernel/context'
import { buildRequests } from '../../db/servers/build-requests.ts'
import { changeableParts } from '../../domain/servers/new-server.ts'
import type { FlowDeps } from '../flow-deps.ts'

type Deps = Pick<FlowDeps, 'databases' | 'clock' | 'notices'>

interface InCell {
  readonly serverId: string
  readonly cellId: string
}

/**
 * Removes the build request of a server that entered a cell. If the user changed the request after the server's row was
 * made from it, the changes are first written to the row; only then the request is marked, so that a crash in between
 * repeats the changes and loses none. Resolves to false, and keeps the request, if the user deleted the server
 * meanwhile.
 */
export const endRequest = async (
  { databases, clock, notices }: Deps,
  ctx: Context,
  { serverId, cellId }: InCell,
): Promise<boolean> => {
  const requests = buildRequests(databases.api, clock)
  for (;;) {
    const left = await requests.removeUnchanged(serverId)
    if (left === undefined) return true
    if (left.deleteRequested) return false
    const cell = await databases.cell(cellId)
    await notices.transitioning(cell, ctx, serverId, { from: {}, to: changeableParts(left.build) })
    await requests.told(left.build)
  }
}
