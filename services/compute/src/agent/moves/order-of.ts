import { mdevsOfServer } from '../pci/mdevs-of-server.ts'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import type { SpawnOrder } from '../../driver/hypervisor.ts'
import { makeConfigDrive } from '../builds/make-config-drive.ts'
import { rootDiskBytes, spawnOrder } from '../builds/spawn-order.ts'
import type { MoveDeps } from './move-deps.ts'
import type { SettledParts } from './settle-parts.ts'

/** Everything the hypervisor needs to start the server here, including its image, which may back its disk. */
export const orderOf =
  (deps: MoveDeps) =>
  async (
    ctx: Context,
    server: HostedServer,
    { ports, volumes }: Pick<SettledParts, 'ports' | 'volumes'>,
  ): Promise<SpawnOrder> => {
    const bootsFromVolume = volumes.some(({ bootIndex }) => bootIndex === 0)
    const cachedImage =
      bootsFromVolume || server.image === undefined
        ? undefined
        : await deps.images.fetch(ctx, server.image, rootDiskBytes(server.flavor))
    const configDrivePath = await makeConfigDrive(deps)(ctx, server, ports)
    const given = deps.devices.heldBy(server.id)
    const mdevs = await mdevsOfServer(deps)(ctx, server)
    const { tracker, overlaysImages } = deps
    const local = { cachedImage, configDrivePath, overlaysImages }
    return spawnOrder(server, { ports, volumes, ...local, given, mdevs, tracker })
  }
