import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from './is-alive.ts'

/** Creates the file; false if it exists. */
const isCreated = (path: string): Promise<boolean> =>
  writeFile(path, '', { flag: 'wx' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )

/**
 * Reserves the port for this process while it lives: a file in the directory, named by the port, holds the id of the process. False if
 * another live process has reserved it, or is about to: only the one that creates the lock file looks at the reservation, since otherwise
 * two that find it abandoned could both take it.
 */
export const reservePort = async (directory: string, port: number): Promise<boolean> => {
  await mkdir(directory, { recursive: true })
  const [note, lock] = [join(directory, String(port)), join(directory, `${port}.lock`)]
  if (!(await isCreated(lock))) return false
  try {
    const keeper = await readFile(note, 'utf8').catch(() => undefined)
    if (keeper !== undefined && isAlive(Number(keeper))) return false
    await writeFile(note, String(process.pid))
    return true
  } finally {
    await rm(lock)
  }
}
