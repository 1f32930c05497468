import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Documents } from './documents.ts'
import { type Manifest, manifestOf } from './manifest.ts'
import { type ParsedFile, parseFile, type SourceFile } from './parsed-file.ts'
import { type Packages, placeOf } from './places.ts'

/** The files that the checks examine, read once. */
export interface Repository extends Documents {
  readonly files: readonly ParsedFile[]
  /** The manifests of the workspaces, as found by npm. */
  readonly workspaces: readonly Manifest[]
  readonly whole: Manifest
  readonly packages: Packages
}

/** Folders that no check examines. */
const notOurs = ['node_modules', '.git', '.cache']

/** All files, relative to the repository's root. */
const pathsUnder = (root: string, folder = ''): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !notOurs.includes(name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      return entry.isDirectory() ? pathsUnder(root, path) : [path]
    })
    .sort()

/** Whether a file is TypeScript in one of the areas. */
const isSource = (path: string): boolean => /\.tsx?$/.test(path) && placeOf(path) !== undefined

const workspacesOf = (root: string): readonly Manifest[] =>
  ['apps', 'services', 'drivers', 'packages', 'tests']
    .filter((area) => existsSync(join(root, area)))
    .flatMap((area) => readdirSync(join(root, area)).map((unit) => `${area}/${unit}`))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => manifestOf(folder, readFileSync(join(root, folder, 'package.json'), 'utf8')))

/** Reads the repository's files, and parses those in TypeScript. */
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
