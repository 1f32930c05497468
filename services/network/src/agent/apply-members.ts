import { internalContext } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import { groupsNamedBy } from './members-book.ts'
import type { SyncParts } from './sync-parts.ts'

/** Filters ports anew that let groups in whose members are others. Where a change was missed the server is asked with the next round. */
export const applyMembers = async (parts: SyncParts): Promise<void> => {
  const { host, pending, members, wired, network, log } = parts
  const lost = new Set<string>()
  const changed = new Set<string>()
  for (const change of pending.takeMembers()) {
    const became = members.change(change)
    if (became === 'lost') lost.add(change.id)
    if (became === 'changed') changed.add(change.id)
  }
  if (lost.size + changed.size === 0) return
  for (const port of wired.values()) {
    const groups = groupsNamedBy(port)
    if (groups.some((id) => lost.has(id))) pending.port(port.id, internalContext())
    else if (groups.some((id) => changed.has(id)))
      try {
        await network.ports.wirePort(members.spelled(port))
      } catch (error) {
        const said = { host, port: port.id, reason: messageOf(error) }
        log.warn(said, 'a port could not be filtered anew; it is tried again')
        pending.port(port.id, internalContext())
      }
  }
}
