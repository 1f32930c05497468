import type { PlainFloatingIp } from '@nimbo/contracts/network/floating-ip'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { reportRunning } from '../router/schedule-router.ts'
import { giveBack } from './give-back.ts'
import { tellCompute } from './refresh-servers.ts'

export const deleteFloatingIp =
  (deps: Deps) =>
  (ctx: Context, found: PlainFloatingIp): Promise<void> =>
    deps.transaction(ctx, async (inside) => {
      const { router_id: routerId } = found
      if (routerId !== null) await reportRunning(inside, routerId)
      await giveBack(inside, found)
      await tellCompute(inside, [found.port_id])
    })
