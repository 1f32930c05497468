import { hash, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BoxKey, newBoxKey, parseBoxKey } from '../../domain/sealed-box.ts'

/** A key of the operator's, which seals those of projects. */
export interface MasterKey {
  /** Tells it from others without telling what it is. */
  readonly id: string
  readonly key: BoxKey
}

/** The operator's keys as they are now, the one that seals first; never empty. */
export type ReadMasterKeys = () => Promise<readonly [MasterKey, ...MasterKey[]]>

/** The directory of the service that the file of keys lies in. */
export const kekDirectory = 'barbican-keks'

const keysFrom = (texts: readonly string[], where: string): readonly [MasterKey, ...MasterKey[]] => {
  const [first, ...others] = texts.map((text): MasterKey => {
    const key = parseBoxKey(text)
    if (!key) throw new Error(`${where} has a key that is not 32 bytes in base64`)
    return { id: hash('sha256', key, 'hex').slice(0, 16), key }
  })
  if (!first) throw new Error(`there is no key in ${where}`)
  return [first, ...others]
}

export const configuredMasterKeys = (texts: readonly string[]): ReadMasterKeys => {
  const keys = keysFrom(texts, '[simple_crypto_plugin] kek')
  return async () => keys
}

const fileIn = (directory: string): string => join(directory, 'kek')

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

/** A file that is on disk, whole, before anything is sealed by what stands in it. */
const write = async (directory: string, lines: readonly string[]): Promise<string> => {
  const temporary = join(directory, `kek.${randomUUID()}.tmp`)
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(`${lines.join('\n')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return temporary
}

const isThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'

const newLine = (): string => newBoxKey().toString('base64')

/** Of several processes that start at once, all take the key of the first. */
const makeFirst = async (directory: string): Promise<void> => {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const temporary = await write(directory, [newLine()])
  try {
    await link(temporary, fileIn(directory))
  } catch (error) {
    if (!isThere(error)) throw error
  } finally {
    await rm(temporary, { force: true })
  }
}

/**
 * The keys of a file that its owner alone may read, the newest first; it is made where there is none. It is read each time:
 * another process may have put in a newer one.
 */
export const masterKeysIn = async (directory: string): Promise<ReadMasterKeys> => {
  await makeFirst(directory)
  const path = fileIn(directory)
  return async () => keysFrom(linesOf(await readFile(path, 'utf8')), path)
}

/** Puts a new key before those of the file. Those that `isNeeded` has no more use for, but the last one, are forgotten. */
export const rotateMasterKeys = async (
  directory: string,
  isNeeded: (id: string) => Promise<boolean>,
): Promise<void> => {
  const path = fileIn(directory)
  const lines = linesOf(await readFile(path, 'utf8'))
  const kept: string[] = []
  for (const [index, { id }] of keysFrom(lines, path).entries())
    if (index === 0 || (await isNeeded(id))) kept.push(lines[index] ?? '')
  await rename(await write(directory, [newLine(), ...kept]), path)
}
