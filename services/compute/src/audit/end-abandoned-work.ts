import { internalContext } from '@nimbo/kernel/context'
import { pause } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import { auditCloud } from './audit-cloud.ts'
import type { AuditDeps } from './audit-deps.ts'
import type { FindingKind } from './finding.ts'
import { waitingServers } from './look/waiting-servers.ts'

/** What waits for good where a flow is gone; without its mapping a server could not be ended. */
const abandoned: ReadonlySet<FindingKind> = new Set([
  'server-without-mapping',
  'build-request-without-flow',
  'server-building-without-flow',
  'server-deleting-without-flow',
  'task-without-flow',
])

/** What begins or ends at this moment does not wait any more after so long. */
const graceMs = 3_000

/**
 * Ends what waits for work that nobody does: a server that is being built ends in ERROR with a fault that says so, one that
 * is being deleted is deleted. Flows are not lost as long as databases keep what they have committed; one that was restored,
 * or lost its last changes, may know a server and not the flow that was at work on it. Looks at little where all is well.
 */
export const endAbandonedWork = async (deps: AuditDeps, stopping: AbortSignal): Promise<void> => {
  const { databases, clock, log } = deps
  try {
    const suspected = new Set(await waitingServers(databases))
    if (suspected.size === 0) return
    await pause(clock, graceMs, stopping)
    const waiting = (await waitingServers(databases)).filter((id) => suspected.has(id))
    if (waiting.length === 0 || stopping.aborted) return
    log.warn({ servers: waiting }, 'servers wait for work that nobody does')
    await auditCloud(deps)(internalContext(), { repair: true, graceMs: 0, kinds: abandoned })
  } catch (error) {
    log.error({ reason: messageOf(error) }, 'abandoned work could not be looked for; the audit finds it')
  }
}
