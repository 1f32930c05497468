import type { Port } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'
import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import { portRequestsOf } from '../../domain/networks/port-requests.ts'
import { errors } from '../../errors.ts'
import { portCandidate } from '../../resources/port-candidate.ts'
import type { ComputeApiDeps } from '../app.ts'
import type { LocatedServer } from '../servers/find-server.ts'

/** A port for a server, and whether it was made for it. */
export interface ObtainedPort {
  readonly port: Port
  readonly made: boolean
}

/**
 * Throws when the server's host cannot give what a port requests. The flow claims it; this tells the user at once.
 * A network whose policy has its ports request something is refused, as for new servers.
 */
export const checkPortRequest =
  ({ clients: { service }, databases, clock }: Pick<ComputeApiDeps, 'clients' | 'databases' | 'clock'>) =>
  async (ctx: Context, { server, cellId }: LocatedServer, { port, made }: ObtainedPort): Promise<void> => {
    const ports = await service.network.ports(ctx, { id: [port.id] }, ['id', 'resource_request'])
    const [request] = portRequestsOf(ports)
    if (request === undefined || cellId === null) return
    const { id: serverId } = server
    if (made) throw errors.NetworksWithQoSPolicyNotSupported({ serverId, networkId: port.network_id })
    const tree = await computeNodes(await databases.cell(cellId), clock).idOf(server)
    if (!tree || !(await portCandidate(service.placement, ctx, { tree, request })))
      throw errors.InterfaceAttachResourceAllocationFailed({ serverId })
  }
