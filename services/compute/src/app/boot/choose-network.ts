import type { NetworkClient } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import { errors } from '../../errors.ts'
import { availableNetworks } from './available-networks.ts'
import type { BootRequest } from './boot-request.ts'
import { requireUsableNetwork } from './require-usable-network.ts'

/**
 * The network of a server whose request names none: the only one available. With several, the user must choose; with
 * none, `auto` creates the project's auto-allocated network.
 */
export const chooseNetwork =
  (network: NetworkClient) =>
  async (
    ctx: Context,
    request: BootRequest,
    wish: 'auto' | 'available',
  ): Promise<RequestSpec['networks']> => {
    const [first, ...others] = await availableNetworks(network, ctx)
    if (others.length > 0) throw errors.NetworkAmbiguous()
    if (first) {
      requireUsableNetwork(first, request)
      return [{ networkId: first.id }]
    }
    if (wish === 'available') return 'none'
    const made = ctx.projectId === undefined ? undefined : await network.ownNetwork(ctx, ctx.projectId)
    if (made !== undefined) return [{ networkId: made }]
    throw errors.BadRequest({
      reason: `Unable to automatically allocate a network for project ${ctx.projectId}`,
    })
  }
