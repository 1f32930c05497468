import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid, type ServerId } from '@nimbo/kernel/ids'

/** QEMU runs as another user and must be able to pass through to its disks. */
const enterable = 0o711

/** Names the host that owns the directory, since hosts may share storage. */
const ownerFile = 'host'

/** Names the host that owned the directory before this one claimed it. */
const formerOwnerFile = 'former-host'

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** The host that a file in a server's directory names; undefined when it is not recorded, or there is no directory. */
const hostIn = async (directory: string, file: string): Promise<string | undefined> => {
  try {
    return (await readFile(join(directory, file), 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Whether another host owns the directory: then nothing in it may be changed or removed. */
export const isOfAnotherHost = async (directory: string, host: string): Promise<boolean> => {
  const owner = await hostIn(directory, ownerFile)
  return owner !== undefined && owner !== host
}

/** Creates a server's directory together with its owner file. An existing one stays unchanged. */
export const makeServerDirectory = async (directory: string, host: string): Promise<void> => {
  if (await isThere(directory)) return
  const unfinished = `${directory}.new`
  await mkdir(unfinished, { recursive: true, mode: enterable })
  await writeFile(join(unfinished, ownerFile), `${host}\n`)
  try {
    await rename(unfinished, directory)
  } catch (error) {
    // A concurrent attempt created it first.
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Takes ownership of the directory of a guest that arrived over shared storage. */
export const takeServerDirectory = async (directory: string, host: string): Promise<void> => {
  const unfinished = join(directory, `${ownerFile}.new`)
  await writeFile(unfinished, `${host}\n`)
  await rename(unfinished, join(directory, ownerFile))
}

/** Creates a server's directory, or takes ownership of an existing one; {@link dropServerDirectory} returns it. */
export const claimServerDirectory = async (directory: string, host: string): Promise<void> => {
  await makeServerDirectory(directory, host)
  const owner = await hostIn(directory, ownerFile)
  if (owner === undefined || owner === host) return
  await writeFile(join(directory, formerOwnerFile), `${owner}\n`)
  await takeServerDirectory(directory, host)
}

/**
 * Gives up a directory after a failed attempt to run its server here: returns it to the host from which it was claimed, whose disks
 * are in it, and removes it if this host has created it. Idempotent.
 */
export const dropServerDirectory = async (directory: string, host: string): Promise<void> => {
  if (await isOfAnotherHost(directory, host)) return
  const former = await hostIn(directory, formerOwnerFile)
  if (former === undefined) await removeServerDirectory(directory, host)
  else await takeServerDirectory(directory, former)
}

/** Removes a directory unless another host owns it. Idempotent. */
export const removeServerDirectory = async (directory: string, host: string): Promise<void> => {
  if (await isOfAnotherHost(directory, host)) return
  await rm(directory, { recursive: true, force: true })
}

/** The servers with directories owned by this host. */
export const serversIn = async (instancesDir: string, host: string): Promise<readonly ServerId[]> => {
  const found: ServerId[] = []
  for (const id of (await readdir(instancesDir)).filter(isUuid) as ServerId[])
    if (!(await isOfAnotherHost(join(instancesDir, id), host))) found.push(id)
  return found
}
