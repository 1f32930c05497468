import { instanceMappings } from '../../db/cells/instance-mappings.ts'
import { instances } from '../../db/servers/instances.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { serverGroups } from '../../db/server-groups.ts'
import { forgetServer } from '../../flows/forget-server.ts'
import { terminateOnHost } from '../../flows/terminate-on-host.ts'
import { errors } from '../audit-errors.ts'
import type { Repair } from './repair.ts'
import { cellIdOf, serverIdOf } from './server-of.ts'

/** Maps a server to the cell that has it. */
export const mapServer: Repair = async ({ databases, clock }, _ctx, finding) => {
  const serverId = serverIdOf(finding)
  const cellId = cellIdOf(finding)
  const server = await instances(await databases.cell(cellId), clock).find(serverId)
  if (server === undefined) throw errors.ChangedMeanwhile({ id: serverId })
  const mappings = instanceMappings(databases.api, clock)
  if ((await mappings.find(serverId)) === undefined)
    await mappings.insert(serverId, server.projectId, server.userId, server.createdAt)
  await mappings.setCell(serverId, cellId)
}

/** Deletes what is left of a server in the API database, in the same way as its deletion if a cell still knows it. */
export const forgetMapping: Repair = async (deps, ctx, finding) => {
  const { databases, clock } = deps
  const serverId = serverIdOf(finding)
  const remembered =
    finding.cellId !== undefined &&
    (await instances(await databases.cell(finding.cellId), clock).find(serverId, { deleted: true }))
  if (remembered) return forgetServer(deps, ctx, serverId)
  await serverGroups(databases.api, clock).removeMember(serverId)
  await requestSpecs(databases.api, clock).remove(serverId)
  await instanceMappings(databases.api, clock).remove(serverId)
}

/** Deletes a server that is in two cells from the cell that is not mapped, and from its host there. */
export const leaveOtherCell: Repair = async (deps, ctx, finding) => {
  const { databases, clock } = deps
  const serverId = serverIdOf(finding)
  const cellId = cellIdOf(finding)
  const mapping = await instanceMappings(databases.api, clock).find(serverId)
  if (mapping?.cell_id == null || mapping.cell_id === cellId) throw errors.ChangedMeanwhile({ id: serverId })
  const cell = await databases.cell(cellId)
  const stray = await instances(cell, clock).find(serverId)
  if (stray?.host != null) await terminateOnHost(deps, ctx, { serverId, cellId, host: stray.host })
  await instances(cell, clock).markDeleted(serverId)
}

export const removeRequestSpec: Repair = ({ databases, clock }, _ctx, finding) =>
  requestSpecs(databases.api, clock).remove(serverIdOf(finding))

export const removeGroupMember: Repair = ({ databases, clock }, _ctx, finding) =>
  serverGroups(databases.api, clock).removeMember(serverIdOf(finding))
