import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buildTinyImage, type Progress, type TinyImage } from './build-tiny.ts'
import { recipeHash } from './recipe-hash.ts'
import { userCache } from './user-cache.ts'

/** The tiny guest image of the current recipe: from `cacheDir` (the user's by default), or built if it is not there. */
export const tinyImage = async (
  options: { readonly cacheDir?: string; readonly progress?: Progress } = {},
): Promise<TinyImage> => {
  const { cacheDir = userCache() } = options
  const fileName = `tiny-${await recipeHash()}.qcow2`
  const path = join(cacheDir, fileName)
  const present = await stat(path).catch(() => undefined)
  if (present) return { path, size: present.size }
  const built = await buildTinyImage({ ...options, cacheDir, outputDir: cacheDir, fileName })
  await removeOlder(cacheDir, fileName)
  return built
}

/** Deletes images of earlier recipes. */
const removeOlder = async (cacheDir: string, current: string): Promise<void> => {
  for (const name of await readdir(cacheDir))
    if (/^tiny-[0-9a-f]{16}\.qcow2$/.test(name) && name !== current) await rm(join(cacheDir, name))
}
