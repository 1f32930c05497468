import { reverter } from '@nimbo/kernel/reverter'
import { errors } from '../agent/agent-errors.ts'
import { interfaceOf, vifOf } from '../agent/networks/server-port.ts'
import { unplug } from '../agent/networks/unplug-strays.ts'
import { releasePort } from '../resources/release-ports.ts'
import { serverPorts } from '../resources/server-ports.ts'
import type { HostWork } from './host-work.ts'

/** Binds a port to this host and plugs it into the running server. On failure the port is unbound again. */
export const attachInterface: HostWork<'attach-interface'> =
  ({ network, hypervisor, plugged, host }) =>
  async (ctx, server, { portId, preexisting }) => {
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
    return { interfaces: ports.map(interfaceOf) }
  }
