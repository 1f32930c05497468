import type { Manifest } from './manifest.ts'
import type { ParsedFile } from './parsed-file.ts'
import { placeOf } from './places.ts'
import type { Violation } from './violation.ts'

/** The packages that some files import, each with a file that imports it. */
export interface Needs {
  /** Imported by product code. */
  readonly runtime: ReadonlyMap<string, Importer>
  /** Imported only by tests. */
  readonly development: ReadonlyMap<string, Importer>
}

interface Importer {
  readonly path: string
  readonly line: number
}

/** Used as a program or by the type checker, without an import. */
const programs = ['node', 'typescript', '@biomejs/biome']

/** Imported by browsers, in files that are served unchanged. */
const served = ['@novnc/novnc', '@spice-project/spice-html5']

const isOfTypes = (name: string): boolean => name.startsWith('@types/')

/** `@nimbo/kernel/errors` → `@nimbo/kernel`, `typebox/value` → `typebox`; undefined for files and `node:` modules. */
const packageIn = (specifier: string): string | undefined => {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return undefined
  const [first = '', second = ''] = specifier.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

/** The imports of a workspace's files, or of files outside all workspaces (with an empty folder). */
export const needsOf = (
  { folder, name }: Manifest,
  workspaces: readonly Manifest[],
  files: readonly ParsedFile[],
): Needs => {
  const owners = new Set(workspaces.map((one) => one.folder))
  const runtime = new Map<string, Importer>()
  const development = new Map<string, Importer>()
  for (const { path, imports } of files) {
    const place = placeOf(path)
    if (place === undefined) continue
    const owner = `${place.area}/${place.unit}`
    if ((owners.has(owner) ? owner : '') !== folder) continue
    for (const { specifier, line } of imports) {
      const needed = packageIn(specifier)
      if (needed === undefined || needed === name) continue
      const among = place.isTest ? development : runtime
      if (!among.has(needed)) among.set(needed, { path, line })
    }
  }
  for (const needed of runtime.keys()) development.delete(needed)
  return { runtime, development }
}

const undeclared = (needed: Needs['runtime'], declared: readonly string[], field: string) =>
  [...needed]
    .filter(([name]) => !declared.includes(name))
    .map(
      ([name, { path, line }]): Violation => ({
        ...{ path, line, what: `imports ${name}` },
        reason: `the package.json of its package does not name it in ${field}: npm run declare writes what is imported`,
      }),
    )

const unused = (
  needed: Needs['runtime'],
  declared: readonly string[],
  manifest: string,
): readonly Violation[] =>
  declared
    .filter((name) => !needed.has(name))
    .map((name) => ({
      ...{ path: manifest, line: 1, what: `names ${name}` },
      reason: 'no file of the package imports it in that way: npm run declare writes what is imported',
    }))

const ofWorkspace = (manifest: Manifest, { runtime, development }: Needs): readonly Violation[] => [
  ...undeclared(runtime, manifest.dependencies, 'dependencies'),
  ...undeclared(development, manifest.devDependencies, 'devDependencies'),
  ...unused(runtime, manifest.dependencies, `${manifest.folder}/package.json`),
  ...unused(development, manifest.devDependencies, `${manifest.folder}/package.json`),
]

/** The repository's own manifest pins the version of every third-party package. */
const ofWhole = (whole: Manifest, all: readonly Needs[], ours: ReadonlySet<string>): readonly Violation[] => {
  const pinned = [...whole.dependencies, ...whole.devDependencies]
  const needed = new Map(
    all
      .flatMap(({ runtime, development }) => [...runtime, ...development])
      .filter(([name]) => !ours.has(name)),
  )
  const unpinned = [...needed].filter(([name]) => !pinned.includes(name))
  return [
    ...unpinned.map(([name, { path, line }]) => ({
      ...{ path, line, what: `imports ${name}` },
      reason:
        'package.json of the repository does not pin its version; docs/architecture/dependencies.md must give a reason for it',
    })),
    ...unused(
      needed,
      pinned.filter((name) => ![...programs, ...served].includes(name) && !isOfTypes(name)),
      'package.json',
    ),
  ]
}

/** Packages that are imported but not declared in the manifest, and vice versa. */
export const declarationViolations = (
  files: readonly ParsedFile[],
  workspaces: readonly Manifest[],
  whole: Manifest,
): readonly Violation[] => {
  const each = workspaces.map((manifest) => ({ manifest, needs: needsOf(manifest, workspaces, files) }))
  const all = [...each.map(({ needs }) => needs), needsOf(whole, workspaces, files)]
  const ours = new Set(workspaces.map(({ name }) => name))
  return [
    ...each.flatMap(({ manifest, needs }) => ofWorkspace(manifest, needs)),
    ...ofWhole(whole, all, ours),
  ]
}
