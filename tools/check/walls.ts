/**
 * Keeps the walls of ARCHITECTURE.md ("who may import whom"), the length of files, and imports without circles: prints
 * each breach with its reason and exits 1 if there is one. `npm run walls`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { circlesAmong } from './circles.ts'
import { areas, type Packages } from './places.ts'
import { violationsOf } from './violations.ts'

const root = join(import.meta.dirname, '..', '..')

/** Every TypeScript file under an area, from the root of the repository. */
const sourcePaths = (): readonly string[] =>
  areas
    .map((area) => join(root, area))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter(
      (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()

/** Reads the names of our packages from their manifests, as npm's workspaces do. */
const workspaces = (): Packages =>
  new Map(
    ['apps', 'services', 'drivers', 'packages']
      .filter((area) => existsSync(join(root, area)))
      .flatMap((area) => readdirSync(join(root, area)).map((unit) => `${area}/${unit}`))
      .filter((folder) => existsSync(join(root, folder, 'package.json')))
      .map((folder): [string, string] => [nameIn(join(root, folder, 'package.json')), folder]),
  )

const nameIn = (manifest: string): string => {
  const { name } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string }
  return name
}

const packages = workspaces()
const paths = sourcePaths()
const files = paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const found = [...files.flatMap((file) => violationsOf(file, packages)), ...circlesAmong(files, packages)]
for (const { path, line, what, reason } of found)
  process.stderr.write(`${path}:${line} ${what}\n  ${reason}\n`)
process.stdout.write(
  `walls: ${paths.length} files, ${found.length === 0 ? 'none' : found.length} in breach\n`,
)
process.exitCode = found.length === 0 ? 0 : 1
