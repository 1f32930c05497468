/**
 * A module resolver for the files of this repository: imported first by a program, or given to `node --import`. Node's own
 * resolver looks up every folder on the path of each of two thousand files, which is a third of the start-up time; here
 * `./file.ts` and `@nimbo/package/file` are mapped directly, as every package has the same layout (`exports` is `./src/*.ts`
 * everywhere).
 */
import { realpathSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const scope = '@nimbo/'
const modules = new URL('../../../node_modules/', import.meta.url)
const sources = new Map<string, string>()

/** The URL of a package's source folder, with a trailing slash: `file:///…/packages/kernel/src/`. */
const sourceOf = (name: string): string => {
  const known = sources.get(name)
  if (known !== undefined) return known
  const folder = realpathSync(new URL(`${scope}${name}`, modules))
  const source = `${pathToFileURL(folder).href}/src/`
  sources.set(name, source)
  return source
}

/** Resolves a path that begins with `./` or `../` against a file's URL; faster than `URL`. */
const relativeTo = (from: string, path: string): string => {
  let folder = from.slice(0, from.lastIndexOf('/') + 1)
  let rest = path.startsWith('./') ? path.slice(2) : path
  while (rest.startsWith('../')) {
    rest = rest.slice(3)
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1)
  }
  return folder + rest
}

const isRelative = (specifier: string): boolean => specifier.startsWith('./') || specifier.startsWith('../')

const ownFile = (specifier: string, from: string | undefined): string | undefined => {
  if (specifier.startsWith(scope)) {
    const end = specifier.indexOf('/', scope.length)
    return `${sourceOf(specifier.slice(scope.length, end))}${specifier.slice(end + 1)}.ts`
  }
  return specifier.endsWith('.ts') && isRelative(specifier) && from ? relativeTo(from, specifier) : undefined
}

/** A part of the packed program, or a file of a library that is an ES module: neither is looked for in other folders. */
const moduleFile = (specifier: string, from: string | undefined): string | undefined =>
  specifier.endsWith('.mjs') && isRelative(specifier) && from ? relativeTo(from, specifier) : undefined

registerHooks({
  resolve: (specifier, { parentURL }, others) => {
    const source = ownFile(specifier, parentURL)
    if (source !== undefined) return { url: source, format: 'module-typescript', shortCircuit: true }
    const url = moduleFile(specifier, parentURL)
    return url === undefined ? others(specifier) : { url, format: 'module', shortCircuit: true }
  },
})
