import { coverDevices } from '../pci/placed-devices.ts'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Moved, MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { serverHere } from '../builds/prepared-server.ts'
import { claimPlace } from '../host/numa-places.ts'
import { waitForPorts } from '../networks/wait-for-ports.ts'
import { claimOf } from './claim-room.ts'
import { disksOfHost } from './disks-of-host.ts'
import { nameAddresses, reportedAddresses } from '../reported-addresses.ts'
import type { MoveDeps } from './move-deps.ts'
import { orderOf } from './order-of.ts'
import { completeVolumes, settleParts } from './settle-parts.ts'

/** Creates the server here from disks kept on another host, or again from its image, with its ports and volumes. */
export const takeOver =
  (deps: MoveDeps) =>
  async (
    ctx: Context,
    serverId: ServerId,
    { claim, from, image, running }: MovePartOf<'take-over'>,
  ): Promise<Moved> => {
    const { hypervisor, host, otherHost } = deps
    const known = await serverHere(deps, ctx, serverId)
    const server: HostedServer = image === undefined ? known : { ...known, image }
    await claimPlace(deps)(ctx, serverId, claimOf(claim))
    using heard = deps.events.listen()
    const parts = await settleParts(deps)(ctx, server)
    const order = await orderOf(deps)(ctx, server, parts)
    await deps.tellDevices(ctx)
    await coverDevices(deps, ctx, server)
    const awaited = { serverId, ports: parts.ports, heard }
    const plugged = () => waitForPorts(deps)(ctx, awaited, new AbortController().signal)
    if (from === undefined) {
      await hypervisor.spawning.spawn(order, plugged, nameAddresses(deps)(ctx, server, parts.ports))
      if (!running) await hypervisor.power.powerOff(serverId, 0)
    } else {
      const disks =
        from === host ? hypervisor.moves.aside(serverId) : disksOfHost(otherHost(from), ctx, serverId)
      await hypervisor.moves.takeOver(disks, { order, running, plugged })
    }
    deps.devices.settle(serverId)
    await completeVolumes(deps, ctx, parts.volumes)
    const told = { ...parts.told, ...(await reportedAddresses(deps, server)) }
    return { ...told, powerState: await hypervisor.power.powerState(serverId) }
  }
