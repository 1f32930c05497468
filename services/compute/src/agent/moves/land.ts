import type { Moved, MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { serverPorts } from '../../resources/server-ports.ts'
import { interfaceOf } from '../networks/server-port.ts'
import { plugFunctions } from '../pci/replug-functions.ts'
import { disksOfHost } from './disks-of-host.ts'
import { exportHere } from './export-here.ts'
import { knownServer } from './known-server.ts'
import { liveDriver } from './live-driver.ts'
import type { MoveDeps } from './move-deps.ts'
import { orderOf } from './order-of.ts'
import { completeVolumes } from './settle-parts.ts'

/** Completes a live migration on the destination: connects everything of the server to this host. */
export const land =
  (deps: MoveDeps) =>
  async (ctx: Context, serverId: ServerId, { from }: MovePartOf<'land'>): Promise<Moved> => {
    const server = await knownServer(deps, ctx, serverId)
    const ports = await serverPorts(deps.network, ctx, server)
    const { volumes, disks } = await exportHere(deps)(ctx, server)
    const order = await orderOf(deps)(ctx, server, { ports, volumes })
    await liveDriver(deps).land(order, disksOfHost(deps.otherHost(from), ctx, serverId))
    await plugFunctions(deps, ctx, server)
    deps.devices.settle(serverId)
    await completeVolumes(deps, ctx, volumes)
    const powerState = await deps.hypervisor.power.powerState(serverId)
    return { powerState, interfaces: ports.map(interfaceOf), disks }
  }
