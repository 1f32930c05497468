import { interfaceOf, isBound, vifOf } from '../agent/networks/server-port.ts'
import { unplug } from '../agent/networks/unplug-strays.ts'
import { losePortDevice } from '../agent/pci/lose-port-device.ts'
import { deviceOfPort, releasePortDevice } from '../agent/pci/release-port-device.ts'
import { releasePort } from '../resources/release-ports.ts'
import { serverPorts } from '../resources/server-ports.ts'
import type { HostWork } from './host-work.ts'

/** Unplugs a port and releases it, with the PCI device that backs it. A port that no longer exists counts as success. */
export const detachInterface: HostWork<'detach-interface'> =
  (deps) =>
  async (ctx, server, { portId }) => {
    const { network, hypervisor, plugged, devices } = deps
    const ports = await serverPorts(network, ctx, server)
    const detached = ports.find((one) => one.port.id === portId)
    if (detached === undefined) await losePortDevice(deps)(ctx, server, portId)
    else {
      if (isBound(detached)) {
        const vif = vifOf(detached, deviceOfPort(devices, server.id, portId)?.device)
        await unplug({ hypervisor, plugged }, server.id, { kind: 'interface', id: portId, vif })
      }
      await releasePortDevice(deps, ctx, server, portId)
      await releasePort(network, ctx, { portId, serverId: server.id, preexisting: detached.preexisting })
    }
    return { interfaces: ports.filter((one) => one !== detached).map(interfaceOf) }
  }
