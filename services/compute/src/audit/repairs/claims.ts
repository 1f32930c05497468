import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import { resourcesOfServer } from '../../domain/scheduling/resources-of-server.ts'
import { errors } from '../audit-errors.ts'
import type { Repair } from './repair.ts'
import { liveServer, serverIdOf } from './server-of.ts'

/** Deletes a server's allocations. */
export const releaseAllocation: Repair = ({ placement }, ctx, finding) =>
  placement.release(ctx, serverIdOf(finding))

/** Sets a server's allocation to its flavor's resources on its own host only. */
export const claimOwnHost: Repair = async (deps, ctx, finding) => {
  const { cell, server, disks } = await liveServer(deps, finding)
  const { id, host, node, projectId, userId } = server
  if (host === null) throw errors.ChangedMeanwhile({ id })
  const provider = (await computeNodes(cell, deps.clock).ofHost(host)).find((one) => one.node === node)
  if (provider === undefined) throw errors.NodeUnknown({ host })
  const resources = resourcesOfServer(server, disks)
  const claimed = await deps.placement.claim(
    ctx,
    { id, projectId, userId },
    { [provider.id]: { resources } },
    async () => {},
  )
  if (!claimed) throw errors.NoRoom({ id, host })
}
