import { interfaceOf, isBound, vifOf } from '../agent/networks/server-port.ts'
import { unplug } from '../agent/networks/unplug-strays.ts'
import { releasePort } from '../resources/release-ports.ts'
import { serverPorts } from '../resources/server-ports.ts'
import type { HostWork } from './host-work.ts'

/** Unplugs a port and releases it. A port that no longer exists counts as success. */
export const detachInterface: HostWork<'detach-interface'> =
  ({ network, hypervisor, plugged }) =>
  async (ctx, server, { portId }) => {
    const ports = await serverPorts(network, ctx, server)
    const detached = ports.find((one) => one.port.id === portId)
    if (detached !== undefined) {
      if (isBound(detached))
        await unplug({ hypervisor, plugged }, server.id, {
          kind: 'interface',
          id: portId,
          vif: vifOf(detached),
        })
      await releasePort(network, ctx, { portId, serverId: server.id, preexisting: detached.preexisting })
    }
    return { interfaces: ports.filter((one) => one !== detached).map(interfaceOf) }
  }
