import type { ServerId } from '@nimbo/kernel/ids'
import { type ServerRecord, serverRecord } from '../../flows/server-record.ts'
import type { AuditDeps } from '../audit-deps.ts'
import { errors } from '../audit-errors.ts'
import type { Finding } from '../finding.ts'

/** The id of the server a finding is about. */
export const serverIdOf = ({ serverId, kind }: Finding): ServerId => {
  if (serverId === undefined) throw errors.FindingIncomplete({ kind, what: 'server' })
  return serverId as ServerId
}

/** The cell a finding is about. */
export const cellIdOf = ({ cellId, kind }: Finding): string => {
  if (cellId === undefined) throw errors.FindingIncomplete({ kind, what: 'cell' })
  return cellId
}

/** The live server of a finding; throws when it has been deleted meanwhile. */
export const liveServer = async (deps: AuditDeps, finding: Finding): Promise<ServerRecord> => {
  const serverId = serverIdOf(finding)
  const record = await serverRecord(deps, serverId)
  if (record === undefined) throw errors.ChangedMeanwhile({ id: serverId })
  return record
}
