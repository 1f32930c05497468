import { cancelFlow } from '@nimbo/durable/flow-inbox'
import type { FlowTables } from '@nimbo/durable/flow-tables'
import { timestamp } from '@nimbo/kernel/clock'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import type { AuditDeps } from '../audit-deps.ts'
import type { Finding } from '../finding.ts'
import type { Repair } from './repair.ts'

const databaseOf = async ({ databases }: AuditDeps, { cellId }: Finding): Promise<Kysely<FlowTables>> =>
  (cellId === undefined ? databases.api : await databases.cell(cellId)) as unknown as Kysely<FlowTables>

/** Rolls a flow back; it undoes its work and updates its server. */
export const turnBack: Repair = async (deps, _ctx, finding) => {
  const id = finding.resource.id as FlowId
  await cancelFlow(await databaseOf(deps, finding), deps.clock, id, 'the audit found nobody at work on it')
  deps.wakeFlow(finding.cellId ?? null, id)
}

/** Resumes a flow without a worker. */
export const takeUp: Repair = async (deps, _ctx, finding) => {
  const id = finding.resource.id as FlowId
  const now = timestamp(deps.clock)
  await (await databaseOf(deps, finding))
    .updateTable('flows')
    .set((eb) => ({
      wake_at: now,
      lease_owner: null,
      lease_expires_at: null,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .where('wake_at', 'is not', null)
    .where((eb) => eb.or([eb('lease_expires_at', 'is', null), eb('lease_expires_at', '<=', now)]))
    .execute()
  deps.wakeFlow(finding.cellId ?? null, id)
}
