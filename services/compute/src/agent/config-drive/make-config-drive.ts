import { randomBytes } from 'node:crypto'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { isoImage } from '@nimbo/iso9660/iso-image'
import type { ServerDirectories } from '../server-directory.ts'
import type { ServerPort } from '../server-port.ts'
import { configDriveFiles } from './config-drive-files.ts'

const randomSeedBytes = 512

/** Line 28: writes the config drive of a server that has one; resolves to its path. */
export const makeConfigDrive =
  ({ directories, domain }: { readonly directories: ServerDirectories; readonly domain: string }) =>
  async (server: HostedServer, ports: readonly ServerPort[]): Promise<string | undefined> => {
    if (!server.configDrive) return undefined
    const files = configDriveFiles(server, ports, { domain, randomSeed: randomBytes(randomSeedBytes) })
    return directories.writeConfigDrive(server.id, isoImage({ volumeId: 'config-2', files }))
  }
