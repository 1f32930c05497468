import { type PortForwarding, portForwarding } from '@nimbo/contracts/network/port-forwarding'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Changes } from '@nimbo/resource/describe/kind'
import type { Deps } from '../../app/deps.ts'
import { updated } from '../../app/life.ts'
import { refreshed } from '../../app/refreshed.ts'
import { floatingIps } from '../floating-ip/floating-ips.ts'
import { checkDistinct, leadTo } from './check-forwarding.ts'
import { leadThrough } from './follow-floating-ip.ts'
import { portForwardings } from './port-forwardings.ts'
import { portsAsked } from './port-ranges.ts'

export const updatePortForwarding =
  (deps: Deps) =>
  (ctx: Context, { id }: PortForwarding, changes: Changes<typeof portForwarding>): Promise<PortForwarding> =>
    deps.transaction(ctx, async (inside) => {
      const { db } = inside
      const before = await refreshed(portForwardings, db, id)
      const floatingIp = await refreshed(floatingIps, db, before.floatingip_id)
      const { internal_port_id: portId = before.internal_port_id } = changes
      const sameAddress = portId === before.internal_port_id ? before.internal_ip_address : undefined
      const { internal_ip_address: asked = sameAddress } = changes
      const { address, routerId } = await leadTo(inside, floatingIp, portId, asked)
      const columns = { ...changes, internal_ip_address: address, ...portsAsked(changes, before) }
      await checkDistinct(inside, { ...before, ...columns })
      await portForwardings.update(db, id, columns, timestamp(deps.clock))
      await leadThrough(inside, floatingIp.id, routerId)
      const after = await refreshed(portForwardings, db, id)
      await updated(inside, portForwarding, changes, { before, after })
      return after
    })
