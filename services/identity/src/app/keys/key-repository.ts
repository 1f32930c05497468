import { randomUUID } from 'node:crypto'
import { chmod, link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FernetKey, newFernetKey, parseFernetKey } from '../../domain/tokens/fernet.ts'

/** Keys that open tokens, the primary first, which also seals them. */
export interface KeyRing {
  primary(): FernetKey
  all(): readonly FernetKey[]
  /** Reads the directory again: another process may have rotated the keys. */
  reload(): Promise<void>
}

const stagedKey = 0

const numbersIn = async (directory: string): Promise<number[]> =>
  (await readdir(directory))
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((one, other) => one - other)

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/**
 * A key appears under its name whole or not at all, and is on disk before anything is sealed with it. One that is there
 * already stays: of several processes that fill a repository at once, all take the key of the first.
 */
const writeKey = async (directory: string, number: number): Promise<void> => {
  const temporary = join(directory, `${number}.${randomUUID()}.tmp`)
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(newFernetKey())
    await file.sync()
    await link(temporary, join(directory, String(number)))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await file.close()
    await rm(temporary, { force: true })
  }
}

/** A rotation may take a key away while the directory is read. */
const readIfThere = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const readRing = async (directory: string): Promise<FernetKey[]> => {
  const newestFirst = (await numbersIn(directory)).reverse()
  const keys: FernetKey[] = []
  for (const number of newestFirst) {
    const text = await readIfThere(join(directory, String(number)))
    if (text === undefined) continue
    const key = parseFernetKey(text)
    if (!key) throw new Error(`${join(directory, String(number))} is not a Fernet key`)
    keys.push(key)
  }
  return keys
}

/** Opens a key repository, and fills an empty one with a staged key (`0`) and a primary (the highest number). */
export const openKeyRepository = async (directory: string): Promise<KeyRing> => {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await chmod(directory, 0o700)
  const present = await numbersIn(directory)
  if (!present.some((number) => number > stagedKey)) await writeKey(directory, 1)
  if (!present.includes(stagedKey)) await writeKey(directory, stagedKey)
  let keys = await readRing(directory)
  return {
    primary: () => {
      const [primary] = keys
      if (!primary) throw new Error(`there are no keys in ${directory}`)
      return primary
    },
    all: () => keys,
    reload: async () => {
      keys = await readRing(directory)
    },
  }
}

/**
 * Makes the staged key the primary, stages a new one and drops the oldest, so that `maxActiveKeys` remain. Since a staged
 * key is known everywhere before it seals anything, processes may notice a rotation late. One that was cut off is brought
 * to its end instead: a key that nobody knows yet must not seal.
 */
export const rotateKeys = async (directory: string, maxActiveKeys: number): Promise<void> => {
  const numbers = await numbersIn(directory)
  if (numbers.includes(stagedKey)) {
    const next = (numbers.at(-1) ?? stagedKey) + 1
    await rename(join(directory, String(stagedKey)), join(directory, String(next)))
  }
  await writeKey(directory, stagedKey)
  const secondary = (await numbersIn(directory)).filter((number) => number !== stagedKey)
  const surplus = secondary.slice(0, Math.max(0, secondary.length - Math.max(1, maxActiveKeys - 1)))
  for (const number of surplus) await rm(join(directory, String(number)))
}
