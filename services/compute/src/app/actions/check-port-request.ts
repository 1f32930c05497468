import type { Port } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'
import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import { pciDevices } from '../../db/hosts/pci-devices.ts'
import { portRequestsOf } from '../../domain/networks/port-requests.ts'
import { shortageIn } from '../../domain/pci/pci-pools.ts'
import { numaPolicyOf } from '../../domain/pci/pci-requests.ts'
import { errors } from '../../errors.ts'
import { pciRequestsOfPorts } from '../../resources/pci-requests-of-ports.ts'
import { portCandidate } from '../../resources/port-candidate.ts'
import type { ComputeApiDeps } from '../app.ts'
import type { LocatedServer } from '../servers/find-server.ts'

const read = [
  ...(['id', 'network_id', 'resource_request'] as const),
  ...(['binding:vnic_type', 'binding:profile', 'numa_affinity_policy'] as const),
] as const

/** A port for a server, and whether this request created it. */
interface ObtainedPort {
  readonly port: Port
  readonly made: boolean
}

/**
 * Throws when the server's host has too few resources or PCI devices for a port. The flow claims them; this check tells
 * the user at once. As for new servers, a new port whose network policy gives it a resource request is refused.
 */
export const checkPortRequest =
  ({ clients: { service }, databases, clock }: Pick<ComputeApiDeps, 'clients' | 'databases' | 'clock'>) =>
  async (ctx: Context, { server, cellId }: LocatedServer, { port, made }: ObtainedPort): Promise<void> => {
    const ports = await service.network.ports(ctx, { id: [port.id] }, [...read])
    const [request] = portRequestsOf(ports)
    const { id: serverId, flavor, imageProperties } = server
    const policy = numaPolicyOf(flavor.extraSpecs, imageProperties)
    const devices = await pciRequestsOfPorts(service.network, ctx, ports, policy)
    if ((request === undefined && devices.length === 0) || cellId === null) return
    const cell = await databases.cell(cellId)
    const tree = await computeNodes(cell, clock).idOf(server)
    if (devices.length > 0) {
      const pools = await pciDevices(cell, clock).poolsOf(tree === undefined ? [] : [tree])
      if (shortageIn(pools.get(tree ?? '') ?? [], devices) !== undefined)
        throw errors.InterfaceAttachPciClaimFailed({ serverId })
    }
    if (request === undefined) return
    if (made) throw errors.NetworksWithQoSPolicyNotSupported({ serverId, networkId: port.network_id })
    if (!tree || !(await portCandidate(service.placement, ctx, { tree, request })))
      throw errors.InterfaceAttachResourceAllocationFailed({ serverId })
  }
