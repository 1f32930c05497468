import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const isLeftOut = (path: string): boolean =>
  /(^|\/)(node_modules|dist|\.cache)(\/|$)|\.test\.tsx?$/.test(path)

/** A hash of the names and contents of all files below these folders, without tests, `node_modules`, `dist` and `.cache`. */
export const sourcesHash = async (places: readonly string[]): Promise<string> => {
  const hash = createHash('sha256')
  for (const place of places) {
    const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => [])
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    for (const path of paths.filter((one) => !isLeftOut(one.slice(place.length))).sort()) {
      hash.update(`${path.slice(place.length)}\0`)
      hash.update(
        createHash('sha256')
          .update(await readFile(path))
          .digest(),
      )
    }
  }
  return hash.digest('hex').slice(0, 16)
}
