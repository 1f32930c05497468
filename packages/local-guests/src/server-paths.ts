import { join } from 'node:path'
import { isUuid } from '@nimbo/kernel/ids'

/** The paths of a server's files on this host. */
export interface ServerPaths {
  readonly directory: string
  readonly rootDisk: string
  /** Exists while the server is rescued. */
  readonly rescueDisk: string
  /** Counted from 0. */
  readonly ephemeralDisk: (index: number) => string
  readonly swapDisk: string
  readonly consoleLog: string
}

/** All files of a server are in `<instancesDir>/<id>`; an id that is no UUID is refused. */
export const serverPaths = (instancesDir: string, id: string): ServerPaths => {
  if (!isUuid(id)) throw new TypeError(`not a server id: ${id}`)
  const directory = join(instancesDir, id)
  return {
    directory,
    rootDisk: join(directory, 'disk'),
    rescueDisk: join(directory, 'disk.rescue'),
    ephemeralDisk: (index) => join(directory, `disk.eph${index}`),
    swapDisk: join(directory, 'disk.swap'),
    consoleLog: join(directory, 'console.log'),
  }
}
