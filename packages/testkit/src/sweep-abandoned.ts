import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endGuests } from './end-guests.ts'
import { isAlive } from './is-alive.ts'

/**
 * Removes directories of servers whose test ended without a word; the servers themselves ended with it, but for guests,
 * which outlive libvirt and are ended here. Such a directory is below the system's temporary one, has this prefix, and says
 * in its file `owner` which process it belongs to.
 */
export const sweepAbandoned = async (prefix: string): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue
    const directory = join(tmpdir(), name)
    const owner = await readFile(join(directory, 'owner'), 'utf8').catch(() => undefined)
    if (owner === undefined || isAlive(Number(owner))) continue
    await endGuests(directory)
    await rm(directory, { recursive: true, force: true })
  }
}
