import type { FlowTables } from '@nimbo/durable/flow-tables'
import type { Kysely } from 'kysely'
import type { AuditDeps } from './audit-deps.ts'
import { errors } from './audit-errors.ts'
import type { Finding, FindingKind } from './finding.ts'

/** Findings about flows themselves, where a running flow is the problem. */
const aboutFlows: readonly FindingKind[] = ['flow-without-server', 'flow-overdue', 'flow-stuck']

/** Throws `AtWork` when a flow of the finding's server has started since the last look. */
export const requireIdle = async (
  { databases }: Pick<AuditDeps, 'databases'>,
  { kind, serverId, cellId }: Finding,
): Promise<void> => {
  if (serverId === undefined || aboutFlows.includes(kind)) return
  const cell = cellId === undefined ? [] : [await databases.cell(cellId)]
  for (const place of [databases.api, ...cell]) {
    const active = await (place as unknown as Kysely<FlowTables>)
      .selectFrom('flows')
      .select('id')
      .where('subject', '=', serverId)
      .where('wake_at', 'is not', null)
      .executeTakeFirst()
    if (active !== undefined) throw errors.AtWork({ id: serverId })
  }
}
