import type { Import, ParsedFile } from './parsed-file.ts'
import { type Packages, placeOf, resolveImport } from './places.ts'
import type { Violation } from './violation.ts'

const reason = 'files that import each other belong in one file, or need a third one that both import'

interface Edge {
  readonly to: string
  readonly taken: Import
}

const edgesOf = ({ path, imports }: ParsedFile, packages: Packages): readonly Edge[] => {
  const from = placeOf(path)
  if (from === undefined) return []
  return imports.flatMap((taken) => {
    const target = resolveImport(taken.specifier, from, packages)
    return target.kind === 'ours' ? [{ to: target.place.path, taken }] : []
  })
}

/** Circular imports, including type imports: for each circle the import that closes it. */
export const circlesAmong = (files: readonly ParsedFile[], packages: Packages): readonly Violation[] => {
  const edges = new Map(files.map((file) => [file.path, edgesOf(file, packages)]))
  const found: Violation[] = []
  const done = new Set<string>()
  const way: string[] = []
  const follow = (path: string): void => {
    way.push(path)
    for (const { to, taken } of edges.get(path) ?? []) {
      const start = way.indexOf(to)
      if (start >= 0) {
        const circle = [...way.slice(start), to].join(' → ')
        found.push({ path, line: taken.line, what: `imports itself: ${circle}`, reason })
      } else if (!done.has(to)) follow(to)
    }
    way.pop()
    done.add(path)
  }
  for (const { path } of files) if (!done.has(path)) follow(path)
  return found
}
