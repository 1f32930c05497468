import { pciDevices } from '../../db/hosts/pci-devices.ts'
import { errors } from '../audit-errors.ts'
import type { Repair } from './repair.ts'
import { cellIdOf, serverIdOf } from './server-of.ts'

/**
 * Makes the host release everything that it holds for a server which is gone, and removes the claim from the device's
 * row in case only the database has it.
 */
export const freeDevice: Repair = async (deps, ctx, finding) => {
  const [claimId, cellId] = [serverIdOf(finding), cellIdOf(finding)]
  const { host, resource } = finding
  if (host === undefined) throw errors.FindingIncomplete({ kind: finding.kind, what: 'host' })
  const agent = await deps.agent({ cellId, host })
  await agent.moveServer(ctx, { serverId: claimId, move: { part: 'release-room', claimId } })
  await pciDevices(await deps.databases.cell(cellId), deps.clock).strikeOut(resource.id, claimId)
}
