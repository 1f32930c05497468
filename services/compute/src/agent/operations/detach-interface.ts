import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { HostedInterface } from '@nimbo/contracts/compute-rpc/server-interface'
import type { Context } from '@nimbo/kernel/context'
import { releasePort } from '../../resources/release-ports.ts'
import { serverPorts } from '../../resources/server-ports.ts'
import { interfaceOf, isBound, vifOf } from '../server-port.ts'
import { unplug } from '../unplug-strays.ts'
import type { OperationDeps } from './operation-deps.ts'

/** Unplugs a port and gives it back; resolves to the interfaces that are left. A port that is gone is a success. */
export const detachInterface =
  ({ network, hypervisor, plugged }: OperationDeps) =>
  async (ctx: Context, server: HostedServer, portId: string): Promise<readonly HostedInterface[]> => {
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
    return ports.filter((one) => one !== detached).map(interfaceOf)
  }
