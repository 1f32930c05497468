import { type FloatingIp, floatingIp } from '@nimbo/contracts/network/floating-ip'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Changes } from '@nimbo/resource/describe/kind'
import type { Deps, Inside } from '../../app/deps.ts'
import { updated } from '../../app/life.ts'
import { refreshed } from '../../app/refreshed.ts'
import { reportRunning } from '../router/schedule-router.ts'
import { type Association, associate, unassociated } from './associate.ts'
import { badFloatingIp } from './errors.ts'
import { floatingIps } from './floating-ips.ts'
import { tellCompute } from './refresh-servers.ts'

/** The change of the association; empty when the request does not mention it. */
const association = async (
  inside: Inside,
  before: FloatingIp,
  changes: Changes<typeof floatingIp>,
): Promise<Association | Record<never, never>> => {
  const { port_id: portId = before.port_id, fixed_ip_address: fixed } = changes
  if (changes.port_id === undefined && fixed === undefined) return {}
  if (portId === null && fixed) throw badFloatingIp('fixed_ip_address cannot be specified without a port_id')
  // Without an association there is nothing to remove, and the router may be set because of port forwardings.
  if (portId === null) return before.port_id === null ? {} : unassociated
  return associate(inside, { ...before, port_id: portId, fixed_ip_address: fixed ?? null })
}

export const updateFloatingIp =
  (deps: Deps) =>
  (ctx: Context, { id }: FloatingIp, changes: Changes<typeof floatingIp>): Promise<FloatingIp> =>
    deps.transaction(ctx, async (inside) => {
      const { db } = inside
      const before = await refreshed(floatingIps, db, id)
      const now = await association(inside, before, changes)
      // A new association is DOWN until the L3 agent has applied it.
      const status = 'port_id' in now ? { status: 'DOWN' as const } : {}
      await floatingIps.update(db, id, { ...changes, ...now, ...status }, timestamp(deps.clock))
      const after = await refreshed(floatingIps, db, id)
      await updated(inside, floatingIp, changes, { before, after })
      for (const routerId of new Set([before.router_id, after.router_id]))
        if (routerId !== null) await reportRunning(inside, routerId)
      if ('port_id' in now) await tellCompute(inside, [...new Set([before.port_id, after.port_id])])
      return after
    })
