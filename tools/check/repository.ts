import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type Manifest, manifestOf } from './manifest.ts'
import { type ParsedFile, parseFile } from './parsed-file.ts'
import { areas, type Packages } from './places.ts'

/** What the checks look at, read once. */
export interface Repository {
  readonly files: readonly ParsedFile[]
  /** Of the workspaces, as npm finds them. */
  readonly workspaces: readonly Manifest[]
  readonly whole: Manifest
  readonly packages: Packages
}

/** Every TypeScript file under an area, from the root of the repository. */
const sourcePaths = (root: string): readonly string[] =>
  areas
    .map((area) => join(root, area))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter(
      (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()

const workspacesOf = (root: string): readonly Manifest[] =>
  ['apps', 'services', 'drivers', 'packages']
    .filter((area) => existsSync(join(root, area)))
    .flatMap((area) => readdirSync(join(root, area)).map((unit) => `${area}/${unit}`))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => manifestOf(folder, readFileSync(join(root, folder, 'package.json'), 'utf8')))

/** Reads and parses every file of the repository. */
export const readRepository = (root: string): Repository => {
  const workspaces = workspacesOf(root)
  return {
    workspaces,
    files: sourcePaths(root).map((path) => parseFile({ path, text: readFileSync(join(root, path), 'utf8') })),
    whole: manifestOf('', readFileSync(join(root, 'package.json'), 'utf8')),
    packages: new Map(workspaces.map(({ name, folder }) => [name, folder])),
  }
}
