import { messageOf } from '@nimbo/kernel/errors'
import { makeConfigDrive } from '../agent/builds/make-config-drive.ts'
import { preparedServer } from '../agent/builds/prepared-server.ts'
import { rescueDeviceOf } from '../domain/images/rescue-device.ts'
import { powerStates } from '../driver/hypervisor.ts'
import { serverPorts } from '../resources/server-ports.ts'
import type { HostWork } from './host-work.ts'

/**
 * Boots the server from a rescue image. The guest is shut down first, to keep its file systems consistent. If the rescue
 * fails, a guest that was running is booted from its own disk again.
 */
export const rescue: HostWork<'rescue'> =
  (deps) =>
  async (ctx, server, { image }) => {
    const { hypervisor, images, options, network, log } = deps
    const { power } = hypervisor
    const device = rescueDeviceOf(image)
    const { path, format, virtualSize } = await images.fetch(ctx, image)
    const before = await power.powerState(server.id)
    await power.powerOff(server.id, options.shutdown_timeout)
    try {
      await makeConfigDrive(deps)(ctx, server, await serverPorts(network, ctx, server))
      const { order } = await preparedServer(deps)(ctx, server)
      const disk = { cachedImagePath: path, cachedImageFormat: format, bytes: virtualSize }
      await power.rescue({ ...order, rescueDisk: { ...disk, ...(device && { device }) } })
    } catch (error) {
      if (before === powerStates.running)
        try {
          await power.unrescue((await preparedServer(deps)(ctx, server)).order)
        } catch (again) {
          // Why the rescue failed matters more to the caller.
          log.error(
            { server: server.id, reason: messageOf(again) },
            'could not boot a server from its own disk after a failed rescue',
          )
        }
      throw error
    }
  }
