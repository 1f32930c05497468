import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerId } from '@nimbo/kernel/ids'
import type { DiskConnection, Vif } from '../driver/hypervisor.ts'

/** A device that was plugged into a running server; `id` is that of its attachment or port. */
export type PluggedDevice =
  | { readonly kind: 'volume'; readonly id: string; readonly disk: DiskConnection }
  | { readonly kind: 'interface'; readonly id: string; readonly vif: Vif }

/**
 * The devices this host plugged into running servers, recorded before plugging: an agent that crashed and restarts
 * after the cloud gave up on it knows what to unplug.
 */
export interface PluggedDevices {
  note(serverId: ServerId, device: PluggedDevice): Promise<void>
  /** Idempotent. */
  forget(serverId: ServerId, id: string): Promise<void>
  of(serverId: ServerId): Promise<readonly PluggedDevice[]>
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

const namesIn = async (directory: string): Promise<readonly string[]> => {
  try {
    return await readdir(directory)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** The records are files in the agent's directory of the server and are deleted with it. */
export const pluggedDevices = (root: string): PluggedDevices => {
  const directoryOf = (serverId: ServerId) => join(root, serverId, 'plugged')
  const pathOf = (serverId: ServerId, id: string) => join(directoryOf(serverId), `${id}.json`)
  return {
    note: async (serverId, device) => {
      await mkdir(directoryOf(serverId), { recursive: true })
      const path = pathOf(serverId, device.id)
      await writeFile(`${path}.new`, JSON.stringify(device))
      await rename(`${path}.new`, path)
    },
    forget: (serverId, id) => rm(pathOf(serverId, id), { force: true }),
    of: async (serverId) => {
      const names = (await namesIn(directoryOf(serverId))).filter((name) => name.endsWith('.json'))
      const texts = names.map((name) => readFile(join(directoryOf(serverId), name), 'utf8'))
      return (await Promise.all(texts)).map((text) => JSON.parse(text) as PluggedDevice)
    },
  }
}
