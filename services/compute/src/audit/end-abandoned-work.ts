import { internalContext } from '@nimbo/kernel/context'
import { pause } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import { auditCloud } from './audit-cloud.ts'
import type { AuditDeps } from './audit-deps.ts'
import type { FindingKind } from './finding.ts'
import { waitingServers } from './look/waiting-servers.ts'

/** Tasks that would wait forever without their flow; and servers without a mapping, which could not be deleted. */
const abandoned: ReadonlySet<FindingKind> = new Set([
  'server-without-mapping',
  'build-request-without-flow',
  'server-building-without-flow',
  'server-deleting-without-flow',
  'task-without-flow',
])

/** Work that is just starting or ending looks abandoned for less than this many milliseconds. */
const graceMs = 3_000

/**
 * Cleans up tasks without a flow: a server being built ends in ERROR with a fault that says so, one being deleted is
 * deleted. Committed flows do not get lost, but a database restored from a backup may have a server and not its flow.
 * Cheap when nothing is wrong.
 */
export const endAbandonedWork = async (deps: AuditDeps, stopping: AbortSignal): Promise<void> => {
  const { databases, clock, log } = deps
  try {
    const suspected = new Set(await waitingServers(databases))
    if (suspected.size === 0) return
    await pause(clock, graceMs, stopping)
    const waiting = (await waitingServers(databases)).filter((id) => suspected.has(id))
    if (waiting.length === 0 || stopping.aborted) return
    log.warn({ servers: waiting }, 'servers have tasks without a flow; the audit repairs them')
    await auditCloud(deps)(internalContext(), { repair: true, graceMs: 0, kinds: abandoned })
  } catch (error) {
    log.error(
      { reason: messageOf(error) },
      'the search for tasks without a flow failed; the next audit finds them',
    )
  }
}
