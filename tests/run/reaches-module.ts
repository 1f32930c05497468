import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Statements as the formatter writes them, and calls of `import`; not what a comment or a text quotes. */
const importing =
  /^(?:(?:import|export|\}).*? from |import |(?! *(?:\*|\/\/)).*\bimport\()'((?:\.|@nimbo\/)[^']+)'/gm

/** Packages are found as this module finds them, so that files elsewhere may import them too. */
const fileOf = (specifier: string, from: string): string => {
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier)
  try {
    return fileURLToPath(import.meta.resolve(specifier))
  } catch (cause) {
    throw new Error(`${from} imports ${specifier}, which is not there`, { cause })
  }
}

/**
 * Tells of files, by their paths, whether they import a module of this repository, or import one that does, and so on. Throws for a
 * file that cannot be read and for an import that leads nowhere: what they reach is not known.
 */
export const reachesModule = (specifier: string): ((path: string) => boolean) => {
  const target = fileURLToPath(import.meta.resolve(specifier))
  const known = new Map<string, readonly string[]>()
  const importsOf = (path: string): readonly string[] => {
    const found =
      known.get(path) ??
      [...readFileSync(path, 'utf8').matchAll(importing)].map(([, name = '']) => fileOf(name, path))
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
