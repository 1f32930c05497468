import { realpathSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

/** Contains the packed program, `main.mjs`, and the file `of`, which names the clone it was packed from. */
const packedIn = 'node_modules/.cache/program'

const scope = '@nimbo/'

/** Every package of the repository exports `./src/*.ts`. */
const ownPackages = (root: string): Plugin => ({
  name: 'own packages',
  resolveId: (specifier) => {
    if (!specifier.startsWith(scope)) return null
    const [, name = '', ...path] = specifier.split('/')
    return `${join(realpathSync(join(root, 'node_modules', scope, name)), 'src', ...path)}.ts`
  },
})

/** A packed file still finds what lies beside its source: other files are not packed. */
const placesOfSources: Plugin = {
  name: 'places of sources',
  transform: (code, source) => {
    if (!code.includes('import.meta.')) return null
    return {
      code: code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(source).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(source))),
    }
  },
}

const isLibrary = (specifier: string): boolean => !/^(?:\.|\/|@nimbo\/)/.test(specifier)

/**
 * Packs the program of the clone `root`, whose entry is `entry`, into its folder `node_modules/.cache/program`. What is imported on demand stays in
 * files of its own. Libraries are not packed.
 */
export const packProgram = async (root: string, entry: string): Promise<void> => {
  const folder = join(root, packedIn)
  const making = `${folder}.new`
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { recursive: true })
  // Its time is compared with those of the sources, so it is written before they are read.
  await writeFile(join(making, 'of'), root)
  await using program = await rolldown({
    input: { main: join(root, entry) },
    platform: 'node',
    external: isLibrary,
    plugins: [ownPackages(root), placesOfSources],
    logLevel: 'silent',
  })
  await program.write({
    dir: making,
    format: 'esm',
    keepNames: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  await rm(folder, { recursive: true, force: true })
  await rename(making, folder)
}
