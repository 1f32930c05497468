import type { NetworkRequest } from '@nimbo/contracts/compute/create-server'
import type { Context } from '@nimbo/kernel/context'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import { errors } from '../../errors.ts'
import type { Clients } from '../app.ts'
import type { BootRequest, CheckedNetworks, CheckedRequest } from './boot-request.ts'
import { checkNamedNetworks } from './check-named-networks.ts'
import { checkSecurityGroups } from './check-security-groups.ts'
import { chooseNetwork } from './choose-network.ts'

const unlimited = Number.POSITIVE_INFINITY

/** Throws when several servers are to share a fixed address or a port, which only one server can use. */
const requireSharable = (networks: readonly NetworkRequest[]): void => {
  if (networks.some(({ uuid, port, fixed_ip }) => uuid && !port && fixed_ip))
    throw errors.SeveralServersRefused({
      reason: 'max_count cannot be greater than 1 if an fixed_ip is specified.',
    })
  if (networks.some(({ port }) => port))
    throw errors.SeveralServersRefused({
      reason:
        'Unable to launch multiple instances with a single configured port ID. Please launch your instance one by one with different ports.',
    })
}

/**
 * Line 8 of the boot flow: checks that networks, ports and security groups exist and are visible to the tenant, and
 * that new ports fit the quota.
 */
export const checkNetworks = ({ network, service }: Pick<Clients, 'network' | 'service'>) => {
  const checkGroups = checkSecurityGroups(network)
  const checkNamed = checkNamedNetworks({ network, service })
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

  return async (
    ctx: Context,
    request: BootRequest,
    { maxCount }: Pick<CheckedRequest, 'maxCount'>,
  ): Promise<CheckedNetworks> => {
    const { networks: asked } = request.server
    if (maxCount > 1 && typeof asked !== 'string') requireSharable(asked)
    if (asked !== 'none' && asked !== 'available' && asked !== 'auto' && asked.length > 0)
      request.enforce('os_compute_api:servers:create:attach_network')
    const securityGroups = await checkGroups(ctx, request)
    const networks = await findNetworks(ctx, request)
    const newPortsEach = typeof networks === 'string' ? 0 : networks.filter(({ portId }) => !portId).length
    return { networks, securityGroups, newPortsEach, portsLeft: await countPortsLeft(ctx, newPortsEach) }
  }
}
