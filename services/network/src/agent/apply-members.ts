import { internalContext } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import { groupsNamedBy } from './known-members.ts'
import type { SyncParts } from './sync-parts.ts'

/**
 * Updates the members of security groups that filters on this host use. A group with a missed change is requested from
 * the server in the next round.
 */
export const applyMembers = async (parts: SyncParts): Promise<void> => {
  const { host, pending, members, wired, network, log } = parts
  const lost = new Set<string>()
  const changed = new Set<string>()
  for (const change of pending.takeMembers()) {
    const became = members.change(change)
    if (became === 'lost') lost.add(change.id)
    if (became === 'changed') changed.add(change.id)
  }
  const letIn = members.letIn([...changed].filter((id) => !lost.has(id)))
  if (letIn.length > 0)
    try {
      await network.ports.letIn(letIn)
    } catch (error) {
      log.warn({ host, reason: messageOf(error) }, 'could not update the filters of ports; will be retried')
      for (const { groupId } of letIn) lost.add(groupId)
    }
  if (lost.size === 0) return
  for (const port of wired.values())
    if (groupsNamedBy(port).some((id) => lost.has(id))) pending.port(port.id, internalContext())
}
