import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Documents } from './documents.ts'
import { type Manifest, manifestOf } from './manifest.ts'
import { type ParsedFile, parseFile, type SourceFile } from './parsed-file.ts'
import { type Packages, placeOf } from './places.ts'

/** What the checks look at, read once. */
export interface Repository extends Documents {
  readonly files: readonly ParsedFile[]
  /** Of the workspaces, as npm finds them. */
  readonly workspaces: readonly Manifest[]
  readonly whole: Manifest
  readonly packages: Packages
}

/** What no check looks into. */
const notOurs = ['node_modules', '.git', '.cache']

/** Every file, from the root of the repository. */
const pathsUnder = (root: string, folder = ''): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !notOurs.includes(name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      return entry.isDirectory() ? pathsUnder(root, path) : [path]
    })
    .sort()

/** TypeScript, in one of the areas. */
const isSource = (path: string): boolean => /\.tsx?$/.test(path) && placeOf(path) !== undefined

const workspacesOf = (root: string): readonly Manifest[] =>
  ['apps', 'services', 'drivers', 'packages']
    .filter((area) => existsSync(join(root, area)))
    .flatMap((area) => readdirSync(join(root, area)).map((unit) => `${area}/${unit}`))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => manifestOf(folder, readFileSync(join(root, folder, 'package.json'), 'utf8')))

/** Reads every file of the repository that is looked at, and parses those of TypeScript. */
export const readRepository = (root: string): Repository => {
  const workspaces = workspacesOf(root)
  const paths = pathsUnder(root)
  const read = (path: string): SourceFile => ({ path, text: readFileSync(join(root, path), 'utf8') })
  return {
    ...{ workspaces, paths },
    files: paths.filter(isSource).map(read).map(parseFile),
    documents: paths.filter((path) => path.endsWith('.md')).map(read),
    whole: manifestOf('', readFileSync(join(root, 'package.json'), 'utf8')),
    packages: new Map(workspaces.map(({ name, folder }) => [name, folder])),
  }
}
