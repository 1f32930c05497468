import type { PlainFloatingIp } from '@nimbo/contracts/network/floating-ip'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { remove } from '../../app/life.ts'
import { floatingIpOwner } from '../port/device-owners.ts'
import { removeOwnPort } from '../port/own-port.ts'
import { ports } from '../port/ports.ts'
import { tellRunning } from '../router/schedule-router.ts'
import { floatingIps } from './floating-ips.ts'
import { tellCompute } from './tell-compute.ts'

/** Gives an address back, with the port that held it. */
export const deleteFloatingIp =
  (deps: Deps) =>
  (ctx: Context, found: PlainFloatingIp): Promise<void> =>
    deps.transaction(ctx, async (inside) => {
      const { id, router_id: routerId } = found
      if (routerId !== null) await tellRunning(inside, routerId)
      await remove(inside, floatingIps, found)
      await tellCompute(inside, [found.port_id])
      const held = { device_id: [id], device_owner: [floatingIpOwner] }
      for (const port of await ports.list(inside.db, 'all', held)) await removeOwnPort(inside, port)
    })
