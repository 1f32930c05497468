import { requestSpecs } from '../../db/servers/request-specs.ts'
import { portsToKeep } from '../../flows/release-parts.ts'
import { releasePorts } from '../../resources/release-ports.ts'
import { releaseVolumes } from '../../resources/release-volumes.ts'
import { errors } from '../audit-errors.ts'
import { failServer } from './abandoned-work.ts'
import type { Repair } from './repair.ts'
import { liveServer } from './server-of.ts'

/**
 * Sets a server without a host to ERROR and releases its resources. Its volumes are kept, whoever created them, because
 * they may be all that is left of its data.
 */
export const giveUpServer: Repair = async (deps, ctx, finding) => {
  const { server, disks } = await liveServer(deps, finding)
  const { id } = server
  if (server.host !== null) throw errors.ChangedMeanwhile({ id })
  await failServer(deps, ctx, finding)
  const spec = await requestSpecs(deps.databases.api, deps.clock).find(id)
  await releasePorts(deps.network, ctx, { serverId: id, preexisting: portsToKeep(spec, server) })
  const held = disks.flatMap(({ volumeId }) =>
    volumeId === undefined ? [] : [{ volumeId, deleteOnTermination: false }],
  )
  await releaseVolumes(deps, ctx, id, held)
  await deps.placement.release(ctx, id)
}
