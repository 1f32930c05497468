import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Matches import statements as the formatter writes them and calls of `import`, but not those in comments or strings. */
const importing =
  /^(?:(?:import|export|\}).*? from |import |(?! *(?:\*|\/\/)).*\bimport\()'((?:\.|@nimbo\/)[^']+)'/gm

/** Resolves packages from this module, so that files outside the repository may import them too. */
const fileOf = (specifier: string, from: string): string => {
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier)
  try {
    return fileURLToPath(import.meta.resolve(specifier))
  } catch (cause) {
    throw new Error(`${from} imports ${specifier}, which is not there`, { cause })
  }
}

/**
 * Returns whether a file imports a module of this repository, directly or through others. Throws for a file that cannot be read and
 * for an import that does not resolve, since the answer is unknown then.
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
    // The iteration includes elements that are added meanwhile.
    for (const file of seen) for (const imported of importsOf(file)) seen.add(imported)
    return seen.has(target)
  }
}
