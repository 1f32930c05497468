import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { backingFileOf } from '@nimbo/image-format/backing-file'

/** Disks that are made as overlays on images. */
const overlays: readonly string[] = ['disk', 'disk.rescue']

const namesIn = async (directory: string): Promise<readonly string[]> => {
  const entries = await readdir(directory, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** The images that disks below this directory are overlays on, also of servers whose disks are kept for a move. */
export const baseImagesIn = async (instancesDir: string): Promise<readonly string[]> => {
  const found = new Set<string>()
  for (const entry of await readdir(instancesDir, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const directory = join(instancesDir, entry.name)
    for (const name of await namesIn(directory)) {
      if (!overlays.includes(name)) continue
      const image = await backingFileOf(join(directory, name))
      if (image !== undefined) found.add(image)
    }
  }
  return [...found]
}
