import { blockDevices } from '../../db/servers/block-devices.ts'
import { errors } from '../audit-errors.ts'
import type { Repair } from './repair.ts'
import { cellIdOf, liveServer } from './server-of.ts'

/** Deletes an attachment that no server uses. */
export const deleteAttachment: Repair = ({ volume }, ctx, { resource }) =>
  volume.deleteAttachment(ctx, resource.id)

/** Deletes an unfinished attachment and the server's disk. */
export const undoAttachment: Repair = async (deps, ctx, finding) => {
  const { cell } = await liveServer(deps, finding)
  const held = await deps.volume.attachment(ctx, finding.resource.id)
  if (held?.status === 'attached') throw errors.ChangedMeanwhile({ id: held.id })
  const disk = await blockDevices(cell, deps.clock).findByAttachment(finding.resource.id)
  if (disk !== undefined) await blockDevices(cell, deps.clock).remove(disk.id)
  await deps.volume.deleteAttachment(ctx, finding.resource.id)
}

/** Deletes a disk of a server that the cell no longer has. */
export const removeDisk: Repair = async ({ databases, clock }, _ctx, finding) => {
  const cell = await databases.cell(cellIdOf(finding))
  await blockDevices(cell, clock).remove(finding.resource.id)
}

/** Sets a volume's status to available. */
export const freeVolume: Repair = ({ surveys }, ctx, { resource }) =>
  surveys.volume.resetToAvailable(ctx, resource.id)

/** Deletes a volume created for a server that never got it. */
export const deleteVolume: Repair = async ({ volume }, ctx, { resource, serverId }) => {
  if (serverId !== undefined)
    for (const { id } of await volume.attachmentsOf(ctx, { volumeId: resource.id, serverId }))
      await volume.deleteAttachment(ctx, id)
  await volume.remove(ctx, resource.id)
}
