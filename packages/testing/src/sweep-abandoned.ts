import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endGuests } from './end-guests.ts'
import { isAlive } from './is-alive.ts'
import { removeServerDirectory, serverRoots } from './server-directory.ts'

/**
 * Removes the server directories of tests that were killed; the servers ended with them, except guests, which outlive libvirt and
 * are killed here. Such a directory is in one of the roots of `server-directory.ts`, has this prefix, and contains the id of its
 * process in the file `owner`.
 */
export const sweepAbandoned = async (prefix: string): Promise<void> => {
  const roots = await Promise.all(
    serverRoots.map(async (root) => (await readdir(root).catch(() => [])).map((name) => ({ root, name }))),
  )
  for (const { root, name } of roots.flat()) {
    if (!name.startsWith(prefix)) continue
    const directory = join(root, name)
    const owner = await readFile(join(directory, 'owner'), 'utf8').catch(() => undefined)
    if (owner === undefined || isAlive(Number(owner))) continue
    await endGuests(directory)
    await removeServerDirectory(directory)
  }
}
