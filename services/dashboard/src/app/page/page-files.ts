import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import mime from 'mime'

type Coding = 'br' | 'gzip'

/** A file of the built page. */
export interface PageFile {
  /** Path below the mount: `/assets/index-1a2b.js`. */
  readonly path: string
  readonly type: string
  /** Hash of the content, for the ETag. */
  readonly tag: string
  /** The compressed forms that exist. */
  readonly codings: ReadonlySet<Coding>
  read(coding: Coding | undefined): Promise<Buffer>
}

export type PageState =
  | { readonly kind: 'building' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'built'; readonly files: ReadonlyMap<string, PageFile> }

/** The page in its current state: being built, failed or built. */
export interface PageFiles {
  now(): Promise<PageState>
}

const suffixes = { br: '.br', gzip: '.gz' } as const satisfies Record<Coding, string>
const codings: readonly Coding[] = ['br', 'gzip']

/** Reads the files of a build; the content of each is cached when it is first requested. */
export const filesIn = async (directory: string): Promise<ReadonlyMap<string, PageFile>> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(directory, join(entry.parentPath, entry.name))),
  )
  const files = new Map<string, PageFile>()
  for (const name of names) {
    if (name.endsWith(suffixes.br) || name.endsWith(suffixes.gzip)) continue
    const there = codings.filter((coding) => names.has(name + suffixes[coding]))
    const kept = new Map<string, Promise<Buffer>>()
    const read = (coding?: Coding): Promise<Buffer> => {
      const suffix = coding === undefined ? '' : suffixes[coding]
      const known = kept.get(suffix) ?? readFile(join(directory, name + suffix))
      kept.set(suffix, known)
      return known
    }
    const path = `/${name}`
    const type = mime.getType(name) ?? 'application/octet-stream'
    files.set(path, {
      path,
      type: type.startsWith('text/') ? `${type}; charset=utf-8` : type,
      tag: createHash('sha256')
        .update(await readFile(join(directory, name)))
        .digest('base64url')
        .slice(0, 16),
      codings: new Set(there),
      read,
    })
  }
  return files
}
