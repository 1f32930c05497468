import { serverRecord } from '../../flows/server-record.ts'
import { errors } from '../audit-errors.ts'
import type { Repair } from './repair.ts'
import { cellIdOf, serverIdOf } from './server-of.ts'

/** Destroys a domain on a host that is not its server's, and deletes its files there. */
export const clearHost: Repair = async (deps, ctx, finding) => {
  const serverId = serverIdOf(finding)
  const cellId = cellIdOf(finding)
  const { host } = finding
  if (host === undefined) throw errors.FindingIncomplete({ kind: finding.kind, what: 'host' })
  const record = await serverRecord(deps, serverId)
  if (record?.cellId === cellId && record.server.host === host)
    throw errors.ChangedMeanwhile({ id: serverId })
  await (await deps.agent({ cellId, host })).terminateServer(ctx, { serverId })
}
