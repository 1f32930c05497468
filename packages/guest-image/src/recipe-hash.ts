import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { guestFilesFolder } from './guest-tree.ts'

/** Sixteen hex digits that change with this package's sources and guest scripts. */
export const recipeHash = async (): Promise<string> => {
  const hash = createHash('sha256')
  for (const folder of [guestFilesFolder, import.meta.dirname]) {
    for (const name of (await readdir(folder)).filter((file) => !file.endsWith('.test.ts')).sort()) {
      const content = await readFile(join(folder, name))
      hash.update(`${name} ${content.length}\n`).update(content)
    }
  }
  return hash.digest('hex').slice(0, 16)
}
