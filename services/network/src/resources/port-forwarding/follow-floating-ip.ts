import { timestamp } from '@nimbo/kernel/clock'
import type { Inside } from '../../app/deps.ts'
import { floatingIps } from '../floating-ip/floating-ips.ts'
import { reportRunning } from '../router/schedule-router.ts'
import { forwardingsOf } from './port-forwardings.ts'

/** Sets the router of a floating IP that has port forwardings. */
export const leadThrough = async (inside: Inside, floatingIpId: string, routerId: string): Promise<void> => {
  const { deps, db } = inside
  await floatingIps.update(db, floatingIpId, { router_id: routerId }, timestamp(deps.clock))
  await reportRunning(inside, routerId)
}

/** Clears the router of a floating IP whose last port forwarding was deleted. */
export const leadNowhere = async (inside: Inside, floatingIpId: string): Promise<void> => {
  const { deps, db } = inside
  const floatingIp = await floatingIps.plain(db, 'all', floatingIpId)
  if (!floatingIp || floatingIp.router_id === null) return
  await reportRunning(inside, floatingIp.router_id)
  if ((await forwardingsOf(db, [floatingIpId])).length > 0 || floatingIp.port_id !== null) return
  const idle = { router_id: null, status: 'DOWN' } as const
  await floatingIps.update(db, floatingIpId, idle, timestamp(deps.clock))
}
