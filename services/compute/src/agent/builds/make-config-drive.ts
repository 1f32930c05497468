import { randomBytes } from 'node:crypto'
import type { NetworkClient } from '@nimbo/clients/network'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { isoImage } from '@nimbo/iso9660/iso-image'
import type { Context } from '@nimbo/kernel/context'
import { configDriveFiles } from '../../domain/guest-data/config-drive-files.ts'
import type { ServerPort } from '../../domain/networks/server-port.ts'
import { withSubnets } from '../../resources/server-ports.ts'
import type { VendorData } from '../../resources/vendor-data.ts'
import type { ServerDirectories } from '../server-directory.ts'

const randomSeedBytes = 512

/** What {@link makeConfigDrive} needs. */
export interface MakesConfigDrive {
  readonly directories: ServerDirectories
  readonly domain: string
  readonly network: Pick<NetworkClient, 'subnets'>
  readonly vendorData: VendorData
  readonly skippedVersions: readonly string[]
}

/** Line 28 of the boot flow: writes the server's config drive, if it has one; resolves to its path. */
export const makeConfigDrive =
  ({ directories, domain, network, vendorData, skippedVersions }: MakesConfigDrive) =>
  async (ctx: Context, server: HostedServer, ports: readonly ServerPort[]): Promise<string | undefined> => {
    if (!server.configDrive) return undefined
    const addressed = await withSubnets(network, ctx, ports)
    const [fixed, all] = await Promise.all([vendorData.fixed(), vendorData.all(server)])
    const randomSeed = randomBytes(randomSeedBytes)
    const facts = { domain, randomSeed, skippedVersions, vendorData: { fixed, all } }
    const files = configDriveFiles(server, addressed, facts)
    return directories.writeConfigDrive(server.id, isoImage({ volumeId: 'config-2', files }))
  }
