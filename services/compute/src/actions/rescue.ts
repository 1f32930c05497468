import { makeConfigDrive } from '../agent/builds/make-config-drive.ts'
import { preparedServer } from '../agent/builds/prepared-server.ts'
import { serverPorts } from '../resources/server-ports.ts'
import type { HostWork } from './host-work.ts'

/** Boots the server from a rescue image. The guest is shut down first, to keep its file systems consistent. */
export const rescue: HostWork<'rescue'> =
  (deps) =>
  async (ctx, server, { image }) => {
    const { hypervisor, images, options, network } = deps
    const { path, format, virtualSize } = await images.fetch(ctx, image)
    await hypervisor.power.powerOff(server.id, options.shutdown_timeout)
    await makeConfigDrive(deps)(ctx, server, await serverPorts(network, ctx, server))
    const { order } = await preparedServer(deps)(ctx, server)
    const disk = { cachedImagePath: path, cachedImageFormat: format, bytes: virtualSize }
    await hypervisor.power.rescue({ ...order, rescueDisk: disk })
  }
