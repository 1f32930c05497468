import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const importing = /\b(?:from|import)\s*\(?\s*'((?:\.|@nimbo\/)[^']+)'/g

/** Packages are found as this module finds them, so that files elsewhere may import them too; nothing for what is no package. */
const filesOf = (specifier: string, from: string): readonly string[] => {
  if (specifier.startsWith('.')) return [resolve(dirname(from), specifier)]
  try {
    return [fileURLToPath(import.meta.resolve(specifier))]
  } catch {
    return []
  }
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Tells of files, by their paths, whether they import a module of this repository, or import one that does, and so on. */
export const reachesModule = (specifier: string): ((path: string) => boolean) => {
  const target = fileURLToPath(import.meta.resolve(specifier))
  const known = new Map<string, readonly string[]>()
  const importsOf = (path: string): readonly string[] => {
    const found =
      known.get(path) ?? [...textOf(path).matchAll(importing)].flatMap(([, name = '']) => filesOf(name, path))
    known.set(path, found)
    return found
  }
  return (path) => {
    const seen = new Set([path])
    // A set that grows is gone through to its end.
    for (const file of seen) for (const imported of importsOf(file)) seen.add(imported)
    return seen.has(target)
  }
}
