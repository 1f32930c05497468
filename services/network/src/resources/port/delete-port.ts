import type { PlainPort } from '@nimbo/contracts/network/port'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { computeEvent } from '../../compute-events/compute-event.ts'
import { addComputeEvents } from '../../compute-events/compute-events.ts'
import { isServerPort } from './device-owners.ts'
import { groupsOfPorts } from './memberships.ts'
import { ports } from './ports.ts'
import { remove } from '../../app/life.ts'

/** Deletes a port, and tells Nova if it was a server's. */
export const deletePort =
  (deps: Deps) =>
  (ctx: Context, found: PlainPort): Promise<void> =>
    deps.allOrNone(ctx, async (inside) => {
      const { db, afterwards } = inside
      // Of its groups the other hosts must be told. The rest of the port is read only for a notification.
      const whole = deps.notices.tellsWhatWas(ports.kind.name) ? await ports.complete(db, found) : undefined
      const groups = whole?.security_groups ?? (await groupsOfPorts(db, [found.id])).get(found.id) ?? []
      const deleted = await remove(inside, ports, found, whole)
      const ofServer = deleted && isServerPort(found) && found.device_id !== ''
      const events = ofServer ? [computeEvent(ctx, deps.clock, 'network-vif-deleted', found)] : []
      await addComputeEvents(db, events)
      const { 'binding:host_id': host } = found
      afterwards(() => deps.sendComputeEvents(events))
      if (host !== '') afterwards(() => deps.hosts.portsGone(ctx, host, [found.id]))
      afterwards(() => deps.hosts.dhcpChangedSoon([found.network_id]))
      afterwards(() => deps.hosts.membersChangedSoon(groups))
    })
