import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid, type ServerId } from '@nimbo/kernel/ids'

/** A directory per server, for files that the agent makes itself. */
export interface ServerDirectories {
  configDrivePath(id: ServerId): string
  writeConfigDrive(id: ServerId, image: Uint8Array): Promise<string>
  /** Notes on the disk that a guest is about to be frozen, so that a later process of the agent can thaw it. */
  markFrozen(id: ServerId): Promise<void>
  isMarkedFrozen(id: ServerId): Promise<boolean>
  /** Idempotent. */
  unmarkFrozen(id: ServerId): Promise<void>
  /** Also removes the mark. Idempotent. */
  remove(id: ServerId): Promise<void>
  /** The servers that have a directory. */
  list(): Promise<readonly ServerId[]>
}

const namesIn = async (directory: string): Promise<readonly string[]> => {
  try {
    return await readdir(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** QEMU runs as another user and must be able to enter the directory to reach files that libvirt gives it. */
const enterable = 0o711
const privateMode = 0o600

export const serverDirectories = (root: string): ServerDirectories => {
  const configDrivePath = (id: ServerId) => join(root, id, 'disk.config')
  // Beside its directory, which a server that has no such file does not need.
  const frozenMark = (id: ServerId) => join(root, `${id}.frozen`)
  return {
    configDrivePath,
    writeConfigDrive: async (id, image) => {
      const path = configDrivePath(id)
      await mkdir(join(root, id), { recursive: true, mode: enterable })
      // The config drive may contain a password, so a file of an earlier attempt is replaced, not rewritten.
      await rm(path, { force: true })
      await writeFile(path, image, { flag: 'wx', mode: privateMode })
      return path
    },
    markFrozen: async (id) => {
      await mkdir(root, { recursive: true })
      await writeFile(frozenMark(id), '', { mode: privateMode })
    },
    isMarkedFrozen: (id) =>
      access(frozenMark(id)).then(
        () => true,
        () => false,
      ),
    unmarkFrozen: (id) => rm(frozenMark(id), { force: true }),
    remove: async (id) => {
      await rm(frozenMark(id), { force: true })
      await rm(join(root, id), { recursive: true, force: true })
    },
    list: async () => (await namesIn(root)).filter(isUuid) as ServerId[],
  }
}
