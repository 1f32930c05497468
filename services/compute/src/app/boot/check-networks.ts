import type { Network, NetworkClient } from '@nimbo/clients/network'
import type { NetworkRequest } from '@nimbo/contracts/compute/create-server'
import type { Context } from '@nimbo/kernel/context'
import { isUuid } from '@nimbo/kernel/ids'
import type { RequestedNetwork, RequestSpec } from '../../domain/request-spec.ts'
import { errors } from '../../errors.ts'
import type { BootRequest, CheckedNetworks } from './boot-request.ts'

const externalRule = 'network:attach_external_network'

const unlimited = Number.POSITIVE_INFINITY

/** Line 8: networks, ports and security groups exist and are the tenant's to use, and the new ports fit the quota. */
export const checkNetworks = (network: NetworkClient) => {
  /** The networks that a project gets without naming one: its own and the shared, not the way out. */
  const available = async (ctx: Context): Promise<readonly Network[]> => {
    const own = await network.networks(ctx, { project_id: ctx.projectId, shared: false })
    const shared = await network.networks(ctx, { shared: true })
    return [...own, ...shared].filter((one) => !one['router:external'])
  }

  const usable = (found: Network, { allows }: BootRequest): void => {
    if (found.subnets.length === 0) throw errors.NetworkRequiresSubnet({ id: found.id })
    if (found['router:external'] && !found.shared && !allows(externalRule))
      throw errors.ExternalNetworkForbidden({ id: found.id })
  }

  const checkPort = async (ctx: Context, id: string): Promise<void> => {
    const port = await network.port(ctx, id)
    if (!port) throw errors.PortNotFound({ id })
    if (port.device_id !== '') throw errors.PortInUse({ id })
    if (port.fixed_ips.length === 0) throw errors.PortRequiresFixedIp({ id })
  }

  const checkNamed = async (
    ctx: Context,
    request: BootRequest,
    asked: readonly NetworkRequest[],
  ): Promise<readonly RequestedNetwork[]> => {
    const wanted = asked.map(
      ({ uuid, port, fixed_ip, tag }): RequestedNetwork => ({
        ...(port ? { portId: port } : { ...(uuid ? { networkId: uuid } : {}) }),
        ...(fixed_ip ? { fixedIp: fixed_ip } : {}),
        ...(tag ? { tag } : {}),
      }),
    )
    for (const one of wanted) {
      if (one.portId) await checkPort(ctx, one.portId)
      else if (!one.networkId)
        throw errors.BadRequest({
          reason: 'Bad networks format: network uuid is not in proper format (None)',
        })
    }
    const ids = [...new Set(wanted.flatMap(({ networkId }) => networkId ?? []))]
    const found = ids.length === 0 ? [] : await network.networks(ctx, { id: ids })
    for (const id of ids) {
      const one = found.find((known) => known.id === id)
      if (!one) throw errors.NetworkNotFound({ id })
      usable(one, request)
    }
    return wanted
  }

  const checkImplied = async (
    ctx: Context,
    request: BootRequest,
    wish: 'auto' | 'available',
  ): Promise<RequestSpec['networks']> => {
    const [first, ...others] = await available(ctx)
    if (others.length > 0) throw errors.NetworkAmbiguous()
    if (first) {
      usable(first, request)
      return [{ networkId: first.id }]
    }
    if (wish === 'available') return 'none'
    throw errors.BadRequest({
      reason: `Unable to automatically allocate a network for project ${ctx.projectId}`,
    })
  }

  const checkGroups = async (ctx: Context, { server }: BootRequest): Promise<readonly string[]> => {
    const names = [...new Set((server.security_groups ?? []).flatMap(({ name }) => name ?? []))]
    if (names.length === 0) return []
    const groups = await network.securityGroups(ctx, { project_id: ctx.projectId })
    return names.map((name) => {
      const byId = isUuid(name) ? groups.find(({ id }) => id === name) : undefined
      const [match, another] = byId ? [byId] : groups.filter((group) => group.name === name)
      if (another) throw errors.SecurityGroupAmbiguous({ name })
      if (!match) throw errors.SecurityGroupNotFound({ name })
      return match.id
    })
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
    const networks = await (async (): Promise<RequestSpec['networks']> => {
      if (asked === 'none') return 'none'
      if (asked === 'auto' || asked === 'available') return checkImplied(ctx, request, asked)
      return asked.length === 0 ? checkImplied(ctx, request, 'available') : checkNamed(ctx, request, asked)
    })()
    const newPortsEach = typeof networks === 'string' ? 0 : networks.filter(({ portId }) => !portId).length
    return { networks, securityGroups, newPortsEach, portsLeft: await countPortsLeft(ctx, newPortsEach) }
  }
}
