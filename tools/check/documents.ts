import { matchesGlob, posix } from 'node:path'
import type { SourceFile } from './parsed-file.ts'
import type { Violation } from './violation.ts'

/** A reference in a document, with its line. */
interface Reference {
  readonly line: number
  readonly kind: 'link' | 'path'
  readonly target: string
}

/** The folder of sample files; documents mention the operator's files of the same name, which are not in the repository. */
const ofOperators = 'etc/'

/** Extensions of the repository's files; those of a cloud's own files are not included. */
const ending = /\.(?:ts|tsx|md|mjs)$/

const pathLike = /^[\w.@{},*<>/-]+$/

const linksIn = (text: string): readonly string[] =>
  [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target)

const pathsIn = (text: string, folders: ReadonlySet<string>): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)]
    .map(([, quoted = '']) => quoted)
    .filter((quoted) => pathLike.test(quoted) && !/^[/~.]/.test(quoted) && !quoted.startsWith(ofOperators))
    .filter(
      (quoted) =>
        ending.test(quoted) || (quoted.includes('/') && folders.has(quoted.slice(0, quoted.indexOf('/')))),
    )

/** References outside code blocks; these may show paths elsewhere. */
const referencesIn = (text: string, folders: ReadonlySet<string>): readonly Reference[] => {
  let inBlock = false
  return text.split('\n').flatMap((line, index): readonly Reference[] => {
    if (/^\s*```/.test(line)) inBlock = !inBlock
    if (inBlock) return []
    return [
      ...linksIn(line).map((target) => ({ line: index + 1, kind: 'link' as const, target })),
      ...pathsIn(line, folders).map((target) => ({ line: index + 1, kind: 'path' as const, target })),
    ]
  })
}

/** The anchors of the headings. */
const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split('\n')
      .filter((line) => /^#{1,6} /.test(line))
      .map((line) =>
        line
          .replace(/^#+ /, '')
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
          .trim()
          .replaceAll(/\s/g, '-'),
      ),
  )

export interface Documents {
  readonly documents: readonly SourceFile[]
  /** Paths of all files, relative to the repository's root. */
  readonly paths: readonly string[]
}

/** Whether a link's target exists: a file or folder, and the heading if it has an anchor. External links are not checked. */
const leads = (target: string, from: string, all: Documents, folders: ReadonlySet<string>): boolean => {
  if (/^[a-z]+:/.test(target)) return true
  const [path = '', anchor] = target.split('#')
  const to = path === '' ? from : posix.normalize(posix.join(posix.dirname(from), path)).replace(/\/$/, '')
  if (!all.paths.includes(to) && !folders.has(to)) return false
  const document = all.documents.find((one) => one.path === to)
  return anchor === undefined || document === undefined || anchorsOf(document.text).has(anchor)
}

/** Whether a quoted path exists in the repository, relative to its root or as the end of a path; `<name>` matches anything. */
const exists = (quoted: string, { paths }: Documents, folders: ReadonlySet<string>): boolean => {
  const pattern = quoted.replaceAll(/<[^>]*>/g, '*').replace(/\/$/, '')
  if (folders.has(pattern)) return true
  if (!/[*{]/.test(pattern)) return paths.some((path) => path === pattern || path.endsWith(`/${pattern}`))
  return [...paths, ...folders].some(
    (path) => matchesGlob(path, pattern) || matchesGlob(path, `**/${pattern}`),
  )
}

const foldersOf = (paths: readonly string[]): ReadonlySet<string> => {
  const folders = new Set<string>()
  for (const path of paths)
    for (
      let folder = posix.dirname(path);
      folder !== '.' && !folders.has(folder);
      folder = posix.dirname(folder)
    )
      folders.add(folder)
  return folders
}

/** Broken links and quoted paths in documents. */
export const documentViolations = (all: Documents): readonly Violation[] => {
  const folders = foldersOf(all.paths)
  return all.documents.flatMap(({ path, text }) =>
    referencesIn(text, folders)
      .filter(({ kind, target }) =>
        kind === 'link' ? !leads(target, path, all, folders) : !exists(target, all, folders),
      )
      .map(({ line, kind, target }) => ({
        ...{ path, line },
        what: kind === 'link' ? `links to ${target}` : `names ${target}`,
        reason: 'there is no such file, folder or heading in the repository',
      })),
  )
}
