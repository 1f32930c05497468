import { instances } from '../../db/servers/instances.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { portsToKeep } from '../../flows/release-parts.ts'
import { releasePort } from '../../resources/release-ports.ts'
import { errors } from '../audit-errors.ts'
import type { Repair } from './repair.ts'
import { liveServer, serverIdOf } from './server-of.ts'

/** Deletes a port that compute created for a server; a user's port, or one of unknown origin, is only unbound. */
export const givePortBack: Repair = async (deps, ctx, finding) => {
  const { databases, clock, network } = deps
  const serverId = serverIdOf(finding)
  const spec = await requestSpecs(databases.api, clock).find(serverId)
  const cell = finding.cellId === undefined ? undefined : await databases.cell(finding.cellId)
  const server = cell && (await instances(cell, clock).find(serverId, { deleted: true }))
  const portId = finding.resource.id
  const preexisting = spec === undefined || portsToKeep(spec, server).has(portId)
  await releasePort(network, ctx, { portId, serverId, preexisting })
}

/** Deletes an interface whose port does not exist. */
export const strikeInterface: Repair = async (deps, _ctx, finding) => {
  const { cell, server } = await liveServer(deps, finding)
  const { id, vmState, taskState, host } = server
  const networkInfo = server.networkInfo.filter(({ portId }) => portId !== finding.resource.id)
  const from = { vmStates: [vmState], taskStates: [taskState], host }
  if (!(await instances(cell, deps.clock).transition(id, { from, to: { networkInfo } })))
    throw errors.ChangedMeanwhile({ id })
}

/** Binds a port to the host of its server. */
export const bindToOwnHost: Repair = async (deps, ctx, finding) => {
  const { server } = await liveServer(deps, finding)
  if (server.host === null) throw errors.ChangedMeanwhile({ id: server.id })
  await deps.network.updatePort(ctx, finding.resource.id, { 'binding:host_id': server.host })
}
