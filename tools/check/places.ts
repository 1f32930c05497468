import { posix } from 'node:path'

const areas = ['apps', 'services', 'drivers', 'packages', 'tests', 'tools', 'bench'] as const
export type Area = (typeof areas)[number]

/** Where a file stands in the house. */
export interface Place {
  /** From the root of the repository, with `/`. */
  readonly path: string
  readonly area: Area
  /** The folder under the area: `compute` in services, `http` in packages. */
  readonly unit: string
  /** The folder under the unit's `src` (`api`, `domain`, …), or the name of a file that lies there directly. */
  readonly room: string
  /** A test, or what tests share: in a folder `test` or `testing`, or named so; none of them ships. */
  readonly isTest: boolean
}

/** The place of a path such as `services/compute/src/app/boot-server.ts`; nothing for a path outside all areas. */
export const placeOf = (path: string): Place | undefined => {
  const [first = '', unit = '', second, ...rest] = path.split('/')
  const area = areas.find((candidate) => candidate === first)
  if (!area) return undefined
  const inside = second === 'src' ? rest : [second ?? '', ...rest]
  const isTest =
    area === 'tests' || ['test', 'testing'].includes(inside[0] ?? '') || /\.test(ing)?\.tsx?$/.test(path)
  return { path, area, unit, room: inside[0] ?? '', isTest }
}

/** The folder of each of our packages, by package name: `@nimbo/compute` → `services/compute`. */
export type Packages = ReadonlyMap<string, string>

/** Where an import leads: a file of ours, or a module from outside (`node:fs`, `pg`). */
export type Target =
  | { readonly kind: 'ours'; readonly place: Place }
  | { readonly kind: 'outside'; readonly module: string }
  | { readonly kind: 'unknown' }

/** Resolves as the runtime does: relative paths, `@nimbo/<package>/<file>` through each package's `src`, or outside. */
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
