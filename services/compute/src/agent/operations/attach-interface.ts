import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { HostedInterface } from '@nimbo/contracts/compute-rpc/server-interface'
import type { Context } from '@nimbo/kernel/context'
import { reverter } from '@nimbo/kernel/reverter'
import { releasePort } from '../../resources/release-ports.ts'
import { serverPorts } from '../../resources/server-ports.ts'
import { errors } from '../agent-errors.ts'
import { interfaceOf, vifOf } from '../server-port.ts'
import { unplug } from '../unplug-strays.ts'
import type { OperationDeps } from './operation-deps.ts'

export interface PortToPlug {
  readonly portId: string
  /** The user made it: it outlives the server. */
  readonly preexisting: boolean
}

/**
 * Binds a port to this host and plugs it into the running server; resolves to all its interfaces. When it throws, the port
 * is given back.
 */
export const attachInterface =
  ({ network, hypervisor, plugged, host }: OperationDeps) =>
  async (
    ctx: Context,
    server: HostedServer,
    { portId, preexisting }: PortToPlug,
  ): Promise<readonly HostedInterface[]> => {
    const port = await network.port(ctx, portId)
    if (port === undefined) throw errors.PortUnknown({ portId })
    if (port.device_id !== '' && port.device_id !== server.id) throw errors.PortInUse({ portId })
    await using undo = reverter()
    undo.add(() => releasePort(network, ctx, { portId, serverId: server.id, preexisting }))
    await network.updatePort(ctx, portId, {
      device_id: server.id,
      device_owner: `compute:${server.availabilityZone ?? 'nova'}`,
      'binding:host_id': host,
    })
    const ports = (await serverPorts(network, ctx, server)).map((one) =>
      one.port.id === portId ? { ...one, preexisting } : one,
    )
    const attached = ports.find((one) => one.port.id === portId)
    if (attached === undefined) throw errors.PortUnknown({ portId })
    const vif = vifOf(attached)
    const plugging = { kind: 'interface', id: portId, vif } as const
    undo.add(() => unplug({ hypervisor, plugged }, server.id, plugging))
    await plugged.note(server.id, plugging)
    await hypervisor.devices.attachInterface(server.id, vif)
    undo.keep()
    return ports.map(interfaceOf)
  }
