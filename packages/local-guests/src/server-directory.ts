import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid, type ServerId } from '@nimbo/kernel/ids'

/** QEMU, who runs as another user, comes by to the disks that libvirt hands over to it. */
const enterable = 0o711

/** Says whose the directory is. Hosts may have all servers' directories on storage that they share. */
const ownerFile = 'host'

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** The host that has a server's directory; undefined where nobody wrote it down, or there is none. */
const hostOfDirectory = async (directory: string): Promise<string | undefined> => {
  try {
    return (await readFile(join(directory, ownerFile), 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Whether another host has it: nothing there may be made, changed or removed then. */
export const isOfAnotherHost = async (directory: string, host: string): Promise<boolean> => {
  const owner = await hostOfDirectory(directory)
  return owner !== undefined && owner !== host
}

/** Makes a server's directory, which is this host's before anybody can see it. One that is there stays as it is. */
export const makeServerDirectory = async (directory: string, host: string): Promise<void> => {
  if (await isThere(directory)) return
  const unfinished = `${directory}.new`
  await mkdir(unfinished, { recursive: true, mode: enterable })
  await writeFile(join(unfinished, ownerFile), `${host}\n`)
  try {
    await rename(unfinished, directory)
  } catch (error) {
    // Another try was faster.
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** The directory of a guest that has come here over storage that both hosts have is this host's from now on. */
export const takeServerDirectory = async (directory: string, host: string): Promise<void> => {
  const unfinished = join(directory, `${ownerFile}.new`)
  await writeFile(unfinished, `${host}\n`)
  await rename(unfinished, join(directory, ownerFile))
}

/** Makes a server's directory, or takes the one that is there: the server is this host's, whoever had it. */
export const claimServerDirectory = async (directory: string, host: string): Promise<void> => {
  await makeServerDirectory(directory, host)
  if (await isOfAnotherHost(directory, host)) await takeServerDirectory(directory, host)
}

/** Removes a directory, unless another host has it. Not there is a success. */
export const removeServerDirectory = async (directory: string, host: string): Promise<void> => {
  if (await isOfAnotherHost(directory, host)) return
  await rm(directory, { recursive: true, force: true })
}

/** The servers that this host has a directory of. */
export const serversIn = async (instancesDir: string, host: string): Promise<readonly ServerId[]> => {
  const found: ServerId[] = []
  for (const id of (await readdir(instancesDir)).filter(isUuid) as ServerId[])
    if (!(await isOfAnotherHost(join(instancesDir, id), host))) found.push(id)
  return found
}
