import { randomUUID } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/**
 * A key appears under its name whole or not at all, and is on disk before anything is sealed with it. One that is there
 * already stays: of several processes that fill a directory at once, all take the key of the first.
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

/** A rotation may take a key away while its directory is read. */
export const readIfThere = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
