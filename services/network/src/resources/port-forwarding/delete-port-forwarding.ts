import type { PlainPortForwarding } from '@nimbo/contracts/network/port-forwarding'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { remove } from '../../app/life.ts'
import { leadNowhere } from './follow-floating-ip.ts'
import { portForwardings } from './port-forwardings.ts'

export const deletePortForwarding =
  (deps: Deps) =>
  (ctx: Context, found: PlainPortForwarding): Promise<void> =>
    deps.transaction(ctx, async (inside) => {
      await remove(inside, portForwardings, found)
      await leadNowhere(inside, found.floatingip_id)
    })
