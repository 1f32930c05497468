import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { AgentPeers, AgentSelf, AgentStore } from '../agent-context.ts'
import type { PluggedDevice } from '../plugged-devices.ts'

type Deps = Pick<AgentSelf, 'host' | 'hypervisor' | 'log'> &
  Pick<AgentPeers, 'conductor' | 'network'> &
  Pick<AgentStore, 'plugged' | 'turns'>

/** Whether the server still has the device according to the cloud. */
const belongs = async (
  { network }: Deps,
  ctx: Context,
  server: HostedServer,
  device: PluggedDevice,
): Promise<boolean> => {
  if (device.kind === 'volume') return server.disks.some(({ attachmentId }) => attachmentId === device.id)
  return (await network.port(ctx, device.id))?.device_id === server.id
}

/** Unplugs a device from a running server and deletes its record. */
export const unplug = async (
  { hypervisor, plugged }: Pick<Deps, 'hypervisor' | 'plugged'>,
  serverId: ServerId,
  device: PluggedDevice,
): Promise<void> => {
  if (device.kind === 'volume') await hypervisor.devices.detachVolume(serverId, device.disk)
  else await hypervisor.devices.detachInterface(serverId, device.vif)
  await plugged.forget(serverId, device.id)
}

/**
 * Unplugs devices that the cloud released while this host did not answer. What cannot be unplugged stays recorded until
 * the next start.
 */
export const unplugStrays =
  (deps: Deps) =>
  (ctx: Context, serverId: ServerId): Promise<void> =>
    deps.turns.run(serverId, async () => {
      const { conductor, plugged, log, host } = deps
      const devices = await plugged.of(serverId)
      if (devices.length === 0) return
      const { server } = await conductor.getServer(ctx, { serverId })
      if (server === undefined || server.host !== host) return
      for (const device of devices) {
        if (await belongs(deps, ctx, server, device)) continue
        const fields = { serverId, kind: device.kind, id: device.id }
        log.warn(fields, 'a device was released while this host was away; it is unplugged')
        await unplug(deps, serverId, device).catch((error: unknown) =>
          log.error({ ...fields, error }, 'a device that was released could not be unplugged'),
        )
      }
    })
