import type { PlainPort } from '@nimbo/contracts/network/port'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { computeEvent } from '../../compute-events/compute-event.ts'
import { addComputeEvents } from '../../compute-events/compute-events.ts'
import { isServerPort } from './device-owners.ts'
import { ports } from './ports.ts'
import { remove } from '../../app/life.ts'

/** Deletes a port, and tells Nova if it was a server's. */
export const deletePort =
  (deps: Deps) =>
  (ctx: Context, found: PlainPort): Promise<void> =>
    deps.allOrNone(ctx, async (inside) => {
      const { db, afterwards } = inside
      // Reads the whole port if a notification contains it; otherwise only its security groups, whose other hosts must be told.
      const fields = deps.notices.tellsWhatWas(ports.kind.name) ? [] : ['security_groups']
      const whole = await ports.complete(db, found, fields)
      const deleted = await remove(inside, ports, found, whole)
      const ofServer = deleted && isServerPort(found) && found.device_id !== ''
      const events = ofServer ? [computeEvent(ctx, deps.clock, 'network-vif-deleted', found)] : []
      await addComputeEvents(db, events)
      const { 'binding:host_id': host } = found
      afterwards(() => deps.sendComputeEvents(events))
      if (host !== '') afterwards(() => deps.hosts.portsGone(ctx, host, [found.id]))
      afterwards(() => deps.hosts.dhcpChangedSoon([found.network_id]))
      afterwards(() => deps.hosts.membersChangedSoon(whole.security_groups))
    })
