import type { NetworkClient } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'
import type { RequestSpec } from '../../domain/request-spec.ts'
import type { BootRequest, CheckedNetworks } from './boot-request.ts'
import { checkNamedNetworks } from './check-named-networks.ts'
import { checkSecurityGroups } from './check-security-groups.ts'
import { chooseNetwork } from './choose-network.ts'

const unlimited = Number.POSITIVE_INFINITY

/** Line 8: networks, ports and security groups exist and are the tenant's to use, and the new ports fit the quota. */
export const checkNetworks = (network: NetworkClient) => {
  const checkGroups = checkSecurityGroups(network)
  const checkNamed = checkNamedNetworks(network)
  const choose = chooseNetwork(network)

  const findNetworks = async (ctx: Context, request: BootRequest): Promise<RequestSpec['networks']> => {
    const { networks: asked } = request.server
    if (asked === 'none') return 'none'
    if (asked === 'auto' || asked === 'available') return choose(ctx, request, asked)
    return asked.length === 0 ? choose(ctx, request, 'available') : checkNamed(ctx, request, asked)
  }

  const countPortsLeft = async (ctx: Context, newPortsEach: number): Promise<number> => {
    if (newPortsEach === 0 || ctx.projectId === undefined) return unlimited
    const { limit, used } = await network.portQuota(ctx, ctx.projectId)
    return limit < 0 ? unlimited : limit - used
  }

  return async (ctx: Context, request: BootRequest): Promise<CheckedNetworks> => {
    const { networks: asked } = request.server
    if (asked !== 'none' && asked !== 'available' && asked !== 'auto' && asked.length > 0)
      request.enforce('os_compute_api:servers:create:attach_network')
    const securityGroups = await checkGroups(ctx, request)
    const networks = await findNetworks(ctx, request)
    const newPortsEach = typeof networks === 'string' ? 0 : networks.filter(({ portId }) => !portId).length
    return { networks, securityGroups, newPortsEach, portsLeft: await countPortsLeft(ctx, newPortsEach) }
  }
}
