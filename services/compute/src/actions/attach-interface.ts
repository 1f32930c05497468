import { reverter } from '@nimbo/kernel/reverter'
import { errors } from '../agent/agent-errors.ts'
import { interfaceHardware } from '../agent/networks/interface-hardware.ts'
import { interfaceOf, vifOf } from '../agent/networks/server-port.ts'
import { unplug } from '../agent/networks/unplug-strays.ts'
import { claimPortDevice } from '../agent/pci/claim-port-device.ts'
import { coverDevices } from '../agent/pci/placed-devices.ts'
import { deviceOfPort, releasePortDevice } from '../agent/pci/release-port-device.ts'
import { dnsNameOf } from '../domain/networks/dns-name.ts'
import { releasePort } from '../resources/release-ports.ts'
import { serverPorts } from '../resources/server-ports.ts'
import type { HostWork } from './host-work.ts'

/**
 * Binds a port to this host and plugs it into the running server, with a PCI device if the port needs one. On failure
 * the device is released and the port unbound again.
 */
export const attachInterface: HostWork<'attach-interface'> =
  (deps) =>
  async (ctx, server, { portId, preexisting }) => {
    const { network, hypervisor, plugged, host, devices } = deps
    const port = await network.port(ctx, portId)
    if (port === undefined) throw errors.PortUnknown({ portId })
    if (port.device_id !== '' && port.device_id !== server.id) throw errors.PortInUse({ portId })
    await using undo = reverter()
    undo.add(() => releasePort(network, ctx, { portId, serverId: server.id, preexisting }))
    undo.add(() => releasePortDevice(deps, ctx, server, portId))
    const profile = await claimPortDevice(deps, ctx, server, port)
    await network.updatePort(ctx, portId, {
      device_id: server.id,
      device_owner: `compute:${server.availabilityZone ?? 'nova'}`,
      'binding:host_id': host,
      ...dnsNameOf(server),
      ...(profile === undefined ? {} : { 'binding:profile': profile }),
    })
    const ports = (await serverPorts(network, ctx, server)).map((one) =>
      one.port.id === portId ? { ...one, preexisting } : one,
    )
    const attached = ports.find((one) => one.port.id === portId)
    if (attached === undefined) throw errors.PortUnknown({ portId })
    const vif = vifOf(attached, deviceOfPort(devices, server.id, portId)?.device)
    if (profile !== undefined) {
      // As in a build, reported before the guest gets the device, so that a restarted host does not give it to another
      // server.
      await deps.tellDevices(ctx)
      await coverDevices(deps, ctx, server)
    }
    const plugging = { kind: 'interface', id: portId, vif } as const
    undo.add(() => unplug({ hypervisor, plugged }, server.id, plugging))
    await plugged.note(server.id, plugging)
    await hypervisor.devices.attachInterface(server.id, vif, interfaceHardware(server))
    devices.settle(server.id)
    undo.keep()
    return { interfaces: ports.map(interfaceOf) }
  }
