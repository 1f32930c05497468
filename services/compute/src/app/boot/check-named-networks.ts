import type { NetworkClient } from '@nimbo/clients/network'
import type { NetworkRequest } from '@nimbo/contracts/compute/create-server'
import type { Context } from '@nimbo/kernel/context'
import { portRequestsOf } from '../../domain/networks/port-requests.ts'
import type { RequestedNetwork } from '../../domain/servers/request-spec.ts'
import { errors } from '../../errors.ts'
import type { BootRequest } from './boot-request.ts'
import { requireUsableNetwork } from './require-usable-network.ts'

/** A port determines its network, so a network given beside it is ignored. */
const requestedNetwork = ({ uuid, port, fixed_ip, tag }: NetworkRequest): RequestedNetwork => ({
  ...(port ? { portId: port } : { ...(uuid ? { networkId: uuid } : {}) }),
  ...(fixed_ip ? { fixedIp: fixed_ip } : {}),
  ...(tag ? { tag } : {}),
})

interface Asked {
  readonly network: NetworkClient
  /** With compute's own account, because users do not see the resource requests of ports. */
  readonly service: { readonly network: Pick<NetworkClient, 'ports'> }
}

/**
 * Checks that the named networks and ports exist and that the ports are free and have addresses; resolves to them in
 * order.
 */
export const checkNamedNetworks = ({ network, service }: Asked) => {
  const checkPort = async (ctx: Context, id: string): Promise<void> => {
    const port = await network.port(ctx, id)
    if (!port) throw errors.PortNotFound({ id })
    if (port.device_id !== '') throw errors.PortInUse({ id })
    if (port.fixed_ips.length === 0) throw errors.PortRequiresFixedIp({ id })
  }

  const refuseRequests = async (ctx: Context, wanted: readonly RequestedNetwork[]): Promise<void> => {
    const id = wanted.flatMap(({ portId }) => portId ?? [])
    const ports = id.length === 0 ? [] : await service.network.ports(ctx, { id }, ['id', 'resource_request'])
    if (portRequestsOf(ports).length > 0) throw errors.CreateWithPortResourceRequestOldVersion()
  }

  return async (
    ctx: Context,
    request: BootRequest,
    asked: readonly NetworkRequest[],
  ): Promise<readonly RequestedNetwork[]> => {
    const wanted = asked.map(requestedNetwork)
    for (const one of wanted) {
      if (one.portId) await checkPort(ctx, one.portId)
    }
    if (!request.takesResourceRequests) await refuseRequests(ctx, wanted)
    const ids = [...new Set(wanted.flatMap(({ networkId }) => networkId ?? []))]
    const found = ids.length === 0 ? [] : await network.networks(ctx, { id: ids })
    for (const id of ids) {
      const one = found.find((known) => known.id === id)
      if (!one) throw errors.NetworkNotFound({ id })
      requireUsableNetwork(one, request)
    }
    return wanted
  }
}
