import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'

/** Passwords and keys that a cloud generates at its first start. */
export interface Secrets {
  /** The secret of that name; generated on first use and stable afterwards. */
  get(name: string): string
  /** Writes newly generated secrets to the file. */
  save(): Promise<void>
}

const textOf = (kept: Readonly<Record<string, string>>): string => `${JSON.stringify(kept, undefined, 2)}\n`

/** Only a missing file means that there are no secrets yet: new ones would replace those that stored data are encrypted with. */
const readSecrets = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}'
    throw error
  }
}

/** Opens the file of secrets (JSON, mode 0600), which is created when saved. Throws when it exists and cannot be read. */
export const openSecrets = async (file: string): Promise<Secrets> => {
  const kept: Record<string, string> = JSON.parse(await readSecrets(file))
  let saved = textOf(kept)
  const write = async (): Promise<void> => {
    const text = textOf(kept)
    if (text === saved) return
    // Flushed, so that a power failure leaves the old content or the new one, and no empty file.
    await writeFile(`${file}.new`, text, { mode: 0o600, flush: true })
    await rename(`${file}.new`, file)
    saved = text
  }
  // Writes are serialised: of two concurrent ones, one would rename the temporary file that the other is still writing, and a
  // crash at that moment would leave a truncated file.
  let last: Promise<void> = Promise.resolve()
  return {
    get: (name) => {
      kept[name] ??= randomBytes(24).toString('base64url')
      return kept[name]
    },
    save: () => {
      last = last.then(write, write)
      return last
    },
  }
}
