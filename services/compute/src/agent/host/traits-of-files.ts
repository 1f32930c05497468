import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The traits that files added to the nodes of a host, kept over restarts: so those that files add no more can be told
 * from those that an operator gave a node through placement.
 */
export interface TraitsOfFiles {
  of(node: string): Promise<readonly string[]>
  note(node: string, traits: readonly string[]): Promise<void>
}

type Kept = Readonly<Record<string, readonly string[]>>

/** QEMU runs as another user and must be able to enter the directory, which has those of servers, too. */
const enterable = 0o711

/** Keeps them in a file of the agent's directory. */
export const traitsOfFiles = (directory: string): TraitsOfFiles => {
  const path = join(directory, 'provider-traits.json')
  const read = async (): Promise<Kept> => {
    try {
      return JSON.parse(await readFile(path, 'utf8'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
      throw error
    }
  }
  return {
    of: async (node) => {
      const kept = await read()
      return Object.hasOwn(kept, node) ? (kept[node] ?? []) : []
    },
    note: async (node, traits) => {
      const kept = { ...(await read()), [node]: traits }
      await mkdir(directory, { recursive: true, mode: enterable })
      await writeFile(`${path}.new`, JSON.stringify(kept))
      await rename(`${path}.new`, path)
    },
  }
}
