import { copyFile, constants, readFile, rename, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { rolldown } from 'rolldown'
import type { PackedLibrary } from './packed-libraries.ts'

/** The file in a packed library's folder that records the packed version and its entries. */
const markName = 'packed.json'
/** The suffix of an entry's original file. */
const original = '.original'

const withoutExtension = (path: string): string => path.slice(0, -extname(path).length)

/** Files in `node_modules` may be hard links into other checkouts, so they are replaced, never overwritten in place. */
const replaceFile = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}

const keepOriginal = async (path: string): Promise<void> => {
  try {
    await copyFile(path, path + original, constants.COPYFILE_EXCL)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    await replaceFile(path, await readFile(path + original, 'utf8'))
  }
}

/** Bundles a library's files into one for each of its entry points, and one for shared code. Type declarations stay unchanged. */
export const packLibrary = async (
  modules: string,
  { name, entries, format }: PackedLibrary,
): Promise<'packed' | 'was packed'> => {
  const folder = join(modules, name)
  const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const mark = JSON.stringify({ version, entries })
  if ((await readFile(join(folder, markName), 'utf8').catch(() => '')) === mark) return 'was packed'
  for (const entry of entries) await keepOriginal(join(folder, entry))
  await using bundle = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [withoutExtension(entry), join(folder, entry)])),
    platform: 'node',
    logLevel: 'silent',
  })
  const extension = extname(entries[0] ?? '')
  const { output } = await bundle.generate({
    format,
    exports: 'auto',
    entryFileNames: (chunk) => entries.find((entry) => withoutExtension(entry) === chunk.name) ?? chunk.name,
    chunkFileNames: `packed-[name]${extension}`,
  })
  for (const file of output)
    if (file.type === 'chunk') await replaceFile(join(folder, file.fileName), file.code)
  await replaceFile(join(folder, markName), mark)
  return 'packed'
}
