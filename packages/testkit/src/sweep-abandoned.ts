import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endGuests } from './end-guests.ts'
import { isAlive } from './is-alive.ts'
import { serverRoots } from './server-directory.ts'

/**
 * Removes directories of servers whose test ended without a word; the servers themselves ended with it, but for guests,
 * which outlive libvirt and are ended here. Such a directory lies in one of the roots of `server-directory.ts`, has this prefix, and says
 * in its file `owner` which process it belongs to.
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
    await rm(directory, { recursive: true, force: true })
  }
}
