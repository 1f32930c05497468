import { hash, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '@nimbo/kernel/user-error'
import { type BoxKey, newBoxKey, parseBoxKey } from '../../domain/sealed-box.ts'

/** A master key of the operator, which encrypts projects' keys. */
export interface MasterKey {
  /** An identifier that reveals nothing of the key. */
  readonly id: string
  readonly key: BoxKey
}

/** Reads the current master keys, the encrypting one first; never empty. */
export type ReadMasterKeys = () => Promise<readonly [MasterKey, ...MasterKey[]]>

/** The service's directory with the key file. */
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

/** Makes what was done in a directory durable. */
const syncDirectory = async (directory: string): Promise<void> => {
  await using handle = await open(directory)
  await handle.sync()
}

/** Writes a new file durably, before anything is encrypted with its keys; calls `lines` when no other process can create it. */
const create = async (path: string, lines: () => Promise<readonly string[]>): Promise<void> => {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(`${(await lines()).join('\n')}\n`)
  await file.sync()
}

const isThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'

const newLine = (): string => newBoxKey().toString('base64')

/** Creates the key file unless it exists. If several processes start at once, all use the file of the first one. */
const makeFirst = async (directory: string): Promise<void> => {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const temporary = join(directory, `kek.${randomUUID()}.tmp`)
  try {
    await create(temporary, async () => [newLine()])
    await link(temporary, fileIn(directory))
    await syncDirectory(directory)
  } catch (error) {
    if (!isThere(error)) throw error
  } finally {
    await rm(temporary, { force: true })
  }
}

/**
 * The keys in a file that only its owner may read, newest first; created if missing. Read each time, because another process may
 * have rotated them.
 */
export const masterKeysIn = async (directory: string): Promise<ReadMasterKeys> => {
  await makeFirst(directory)
  const path = fileIn(directory)
  return async () => keysFrom(linesOf(await readFile(path, 'utf8')), path)
}

/**
 * Adds a new key. Others are removed unless `isNeeded` says otherwise; the previous one always stays. Throws while another process
 * does the same, since each would lose the key of the other.
 */
export const rotateMasterKeys = async (
  directory: string,
  isNeeded: (id: string) => Promise<boolean>,
): Promise<void> => {
  const path = fileIn(directory)
  const next = `${path}.next`
  const rotated = async (): Promise<readonly string[]> => {
    const lines = linesOf(await readFile(path, 'utf8'))
    const kept: string[] = []
    for (const [index, { id }] of keysFrom(lines, path).entries())
      if (index === 0 || (await isNeeded(id))) kept.push(lines[index] ?? '')
    return [newLine(), ...kept]
  }
  try {
    await create(next, rotated)
  } catch (error) {
    if (isThere(error))
      throw new UserError(`the keys are being rotated already; if that was interrupted, remove ${next}`)
    await rm(next, { force: true })
    throw error
  }
  await rename(next, path)
  await syncDirectory(directory)
}
