/**
 * Updates the manifest of each workspace, and the lock file, with the packages that its files import: those of this repository,
 * and third-party ones, whose versions the repository's own manifest pins. `npm run declare`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsOf } from './declarations.ts'
import { readRepository } from './repository.ts'

type Json = Record<string, unknown>

const root = join(import.meta.dirname, '..', '..')

const read = (path: string): Json => JSON.parse(readFileSync(join(root, path), 'utf8'))

const write = (path: string, content: Json): void =>
  writeFileSync(join(root, path), `${JSON.stringify(content, undefined, 2)}\n`)

/** Any version, since the version is pinned once for all workspaces. */
const declared = (names: Iterable<string>): Json =>
  Object.fromEntries([...names].sort().map((name) => [name, '*']))

const withFields = ({ dependencies: _, devDependencies: __, ...rest }: Json, fields: Json): Json => ({
  ...rest,
  ...Object.fromEntries(
    Object.entries(fields).filter(([, names]) => Object.keys(names as object).length > 0),
  ),
})

const { files, workspaces } = readRepository(root)
const lock = read('package-lock.json') as { packages: Record<string, Json> }
for (const manifest of workspaces) {
  const { runtime, development } = needsOf(manifest, workspaces, files)
  const fields = { dependencies: declared(runtime.keys()), devDependencies: declared(development.keys()) }
  const path = `${manifest.folder}/package.json`
  write(path, withFields(read(path), fields))
  lock.packages[manifest.folder] = withFields(lock.packages[manifest.folder] ?? {}, fields)
}
write('package-lock.json', lock)
