import { mdevsOfServer } from '../pci/mdevs-of-server.ts'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import type { ServerPort } from '../../domain/networks/server-port.ts'
import type { DiskConnection, SpawnOrder } from '../../driver/hypervisor.ts'
import { serverPorts } from '../../resources/server-ports.ts'
import type { AgentPeers, AgentSelf, AgentStore, Conductor } from '../agent-context.ts'
import { errors } from '../agent-errors.ts'
import { diskConnection } from '../volumes/disk-connection.ts'
import { spawnOrder } from './spawn-order.ts'

export type PreparedServerDeps = Pick<AgentSelf, 'hypervisor' | 'overlaysImages'> &
  Pick<AgentPeers, 'network' | 'volume' | 'placement'> &
  Pick<AgentStore, 'images' | 'directories' | 'devices' | 'tracker' | 'hostProviders'>

/** The parts of a server that already exists on this host, collected to start it again. */
export interface PreparedServer {
  readonly order: SpawnOrder
  readonly ports: readonly ServerPort[]
}

/** Reads ports and attachments from their services; image and config drive are on the host. */
export const preparedServer =
  (deps: PreparedServerDeps) =>
  async (ctx: Context, server: HostedServer): Promise<PreparedServer> => {
    const [ports, volumes] = await Promise.all([
      serverPorts(deps.network, ctx, server),
      attachedVolumes(deps.volume, ctx, server),
    ])
    const bootsFromVolume = volumes.some(({ bootIndex }) => bootIndex === 0)
    const cachedImage =
      server.image === undefined || bootsFromVolume ? undefined : await deps.images.fetch(ctx, server.image)
    const configDrivePath = server.configDrive ? deps.directories.configDrivePath(server.id) : undefined
    const given = deps.devices.heldBy(server.id)
    const mdevs = await mdevsOfServer(deps)(ctx, server)
    const { tracker, overlaysImages } = deps
    const local = { cachedImage, configDrivePath, overlaysImages }
    const prepared = { ports, volumes, ...local, given, mdevs, tracker }
    return { order: spawnOrder(server, prepared), ports }
  }

/** Connects every volume that the server has attached. */
const attachedVolumes = async (
  volume: AgentPeers['volume'],
  ctx: Context,
  server: HostedServer,
): Promise<readonly DiskConnection[]> => {
  const connections = await Promise.all(
    server.disks.map(async (disk) => {
      const { attachmentId, deviceName } = disk
      if (attachmentId === undefined || deviceName === undefined) return []
      const attachment = await volume.attachment(ctx, attachmentId)
      return attachment === undefined || Object.keys(attachment.connection_info).length === 0
        ? []
        : [diskConnection(attachment, { ...disk, device: deviceName })]
    }),
  )
  return connections.flat()
}

/** The server as the conductor knows it; throws `ServerGone` when it is no longer on this host. */
export const serverHere = async (
  { conductor, host }: { readonly conductor: Pick<Conductor, 'getServer'> } & Pick<AgentSelf, 'host'>,
  ctx: Context,
  serverId: HostedServer['id'],
): Promise<HostedServer> => {
  const { server } = await conductor.getServer(ctx, { serverId })
  if (server === undefined || server.host !== host) throw errors.ServerGone({ serverId })
  return server
}
