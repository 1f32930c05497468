import type { ParsedFile } from './parsed-file.ts'
import { type Packages, placeOf, resolveImport } from './places.ts'
import type { Violation } from './violation.ts'

/** For each file, the names that other files import from it; `*` for all of them. */
const namesTaken = (
  files: readonly ParsedFile[],
  packages: Packages,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const taken = new Map<string, Set<string>>()
  for (const { path, imports } of files) {
    const from = placeOf(path)
    if (from === undefined) continue
    for (const { specifier, names } of imports) {
      const target = resolveImport(specifier, from, packages)
      if (target.kind !== 'ours') continue
      const known = taken.get(target.place.path) ?? new Set()
      taken.set(target.place.path, new Set([...known, ...names]))
    }
  }
  return taken
}

const isNamedTwice = (name: string, text: string): boolean =>
  text.split(new RegExp(`(?<![\\w$])${RegExp.escape(name)}(?![\\w$])`, 'v')).length > 2

/**
 * Exports that no other file imports. An exported type that its own file uses is permitted: it types a function's parameters or
 * result. Tests may have unused exports.
 */
export const deadExports = (
  files: readonly ParsedFile[],
  packages: Packages,
  forOthers: readonly string[],
): readonly Violation[] => {
  const taken = namesTaken(files, packages)
  return files.flatMap(({ path, text, exports }) => {
    const names = taken.get(path)
    if ((placeOf(path)?.isTest ?? true) || names?.has('*')) return []
    if (forOthers.some((beginning) => path.startsWith(beginning))) return []
    // A default export is for programs that load the file by its path.
    return exports
      .filter(({ name }) => name !== 'default' && !names?.has(name))
      .filter(({ name, typeOnly }) => !(typeOnly && isNamedTwice(name, text)))
      .map(({ name, line }) => ({
        ...{ path, line, what: `exports ${name}` },
        reason: 'no file imports it: remove it, or do not export it',
      }))
  })
}
