import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere, writeOnce } from './key-files.ts'
import { type FernetKey, newFernetKey, parseFernetKey } from '../../domain/tokens/fernet.ts'

/** Fernet keys, newest first. All of them decrypt; the first (primary) key also encrypts. */
export interface KeyRing {
  primary(): FernetKey
  all(): readonly FernetKey[]
  /** Reads the directory again, since another process may have rotated the keys. */
  reload(): Promise<void>
}

const stagedKey = 0

const numbersIn = async (directory: string): Promise<number[]> =>
  (await readdir(directory))
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((one, other) => one - other)

const writeKey = (directory: string, number: number): Promise<void> =>
  writeOnce(join(directory, String(number)), newFernetKey(), 0o600)

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

/** Opens a key repository. Creates the staged key (`0`) and a primary key (the highest number) if it is empty. */
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
 * Promotes the staged key to primary, stages a new one and deletes the oldest, so that `maxActiveKeys` remain. The staged key is
 * distributed before it encrypts anything, so processes may notice a rotation late. A rotation that was interrupted after
 * promoting the key is only completed: promoting another would make a key primary that other processes have not read yet.
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
