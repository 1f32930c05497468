import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'

/** Passwords and keys a cloud made for itself at its first start. */
export interface Secrets {
  /** The secret of that name; made up when it is asked for the first time, and kept from then on. */
  get(name: string): string
  /** Writes what was made up since. */
  save(): Promise<void>
}

const textOf = (kept: Readonly<Record<string, string>>): string => `${JSON.stringify(kept, undefined, 2)}\n`

/** Opens the file of secrets (JSON, mode 0600), which need not exist yet. */
export const openSecrets = async (file: string): Promise<Secrets> => {
  const kept: Record<string, string> = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
  let saved = textOf(kept)
  const write = async (): Promise<void> => {
    const text = textOf(kept)
    if (text === saved) return
    await writeFile(`${file}.new`, text, { mode: 0o600 })
    await rename(`${file}.new`, file)
    saved = text
  }
  // One after the other: of two at once one would put in place what the other is just writing, and a process killed then would
  // leave a file cut off.
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
