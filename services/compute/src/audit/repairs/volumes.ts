import { blockDevices } from '../../db/servers/block-devices.ts'
import { errors } from '../audit-errors.ts'
import type { Repair } from './repair.ts'
import { cellIdOf, liveServer } from './server-of.ts'

/** Ends an attachment that no server uses. */
export const deleteAttachment: Repair = ({ volume }, ctx, { resource }) =>
  volume.deleteAttachment(ctx, resource.id)

/** Takes an attachment back that was begun and never finished, and the server's disk with it. */
export const undoAttachment: Repair = async (deps, ctx, finding) => {
  const { cell } = await liveServer(deps, finding)
  const held = await deps.volume.attachment(ctx, finding.resource.id)
  if (held?.status === 'attached') throw errors.ChangedMeanwhile({ id: held.id })
  const disk = await blockDevices(cell, deps.clock).findByAttachment(finding.resource.id)
  if (disk !== undefined) await blockDevices(cell, deps.clock).remove(disk.id)
  await deps.volume.deleteAttachment(ctx, finding.resource.id)
}

/** Strikes a disk out that a cell keeps for a server it no longer has. */
export const removeDisk: Repair = async ({ databases, clock }, _ctx, finding) => {
  const cell = await databases.cell(cellIdOf(finding))
  await blockDevices(cell, clock).remove(finding.resource.id)
}

/** Says that a volume is free. */
export const freeVolume: Repair = ({ surveys }, ctx, { resource }) =>
  surveys.volume.resetToAvailable(ctx, resource.id)

/** Deletes a volume that was made for a server and never became its. */
export const deleteVolume: Repair = async ({ volume }, ctx, { resource, serverId }) => {
  if (serverId !== undefined)
    for (const { id } of await volume.attachmentsOf(ctx, { volumeId: resource.id, serverId }))
      await volume.deleteAttachment(ctx, id)
  await volume.remove(ctx, resource.id)
}
