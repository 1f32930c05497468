import { randomUUID } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/**
 * Writes a file atomically and flushes it to disk, so that nothing is encrypted with a key that a crash could lose. A file that
 * exists already is kept: if several processes fill a directory at the same time, all use the first one's keys.
 */
export const writeOnce = async (path: string, text: string, mode: number): Promise<void> => {
  const temporary = `${path}.${randomUUID()}.tmp`
  const file = await open(temporary, 'wx', mode)
  try {
    await file.writeFile(text)
    await file.sync()
    await link(temporary, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await file.close()
    await rm(temporary, { force: true })
  }
}

/** Reads a file; undefined if it does not exist, since a rotation may delete a key while the directory is being read. */
export const readIfThere = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
