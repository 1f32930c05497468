import { posix } from 'node:path'

const areas = ['apps', 'services', 'drivers', 'packages', 'tests', 'tools', 'bench'] as const
export type Area = (typeof areas)[number]

/** The position of a file in the repository's structure. */
export interface Place {
  /** Relative to the repository's root, with `/`. */
  readonly path: string
  readonly area: Area
  /** The folder in the area: `compute` in services, `http` in packages. */
  readonly unit: string
  /** The folder in the unit's `src` (`api`, `domain`, …), or the name of a file directly in it. */
  readonly room: string
  /** A test, or shared test code: in the unit's folder `test`, or named `*.test.ts` or `*.testing.ts`; it is not part of the product. */
  readonly isTest: boolean
}

/** The place of a path such as `services/compute/src/app/boot-server.ts`; undefined for a path outside all areas. */
export const placeOf = (path: string): Place | undefined => {
  const [first = '', unit = '', second, ...rest] = path.split('/')
  const area = areas.find((candidate) => candidate === first)
  if (!area) return undefined
  const inside = second === 'src' ? rest : [second ?? '', ...rest]
  const isTest = area === 'tests' || inside[0] === 'test' || /\.test(ing)?\.tsx?$/.test(path)
  return { path, area, unit, room: inside[0] ?? '', isTest }
}

/** The folder of each of the repository's packages by name: `@nimbo/compute` → `services/compute`. */
export type Packages = ReadonlyMap<string, string>

/** The target of an import: a file of the repository, or a third-party or built-in module (`node:fs`, `pg`). */
export type Target =
  | { readonly kind: 'ours'; readonly place: Place }
  | { readonly kind: 'outside'; readonly module: string }
  | { readonly kind: 'unknown' }

/** Resolves an import like the runtime: relative paths, `@nimbo/<package>/<file>` in each package's `src`, or external. */
export const resolveImport = (specifier: string, from: Place, packages: Packages): Target => {
  if (specifier.startsWith('.')) return ours(posix.join(posix.dirname(from.path), specifier))
  const [scope = '', name = '', ...file] = specifier.split('/')
  if (scope === '@nimbo') {
    const folder = packages.get(`${scope}/${name}`)
    return folder === undefined ? { kind: 'unknown' } : ours(`${folder}/src/${file.join('/')}.ts`)
  }
  return { kind: 'outside', module: scope.startsWith('@') ? `${scope}/${name}` : scope }
}

const ours = (path: string): Target => {
  const place = placeOf(path)
  return place ? { kind: 'ours', place } : { kind: 'unknown' }
}
