import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { Handler, HttpResponse } from '@nimbo/http/message'

const mediaTypes = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json'],
])

const notFound: HttpResponse = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: 'Not found\n',
}

/** A page that shows consoles, and the library that it uses. */
export interface ConsoleClient {
  readonly html: string
  readonly script: string
  /** Paths of the page, such as `/vnc_lite.html`. */
  readonly pages: readonly string[]
  /** The directory of the library's package, and the folders in it that browsers may read. */
  readonly library: { root(): string; readonly folders: readonly string[] }
}

const fileOf = async ({ root, folders }: ConsoleClient['library'], path: string): Promise<HttpResponse> => {
  const type = mediaTypes.get(extname(path))
  const file = normalize(join(root(), path))
  if (type === undefined || !folders.some((folder) => file.startsWith(join(root(), folder) + sep)))
    return notFound
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) return notFound
  const headers = {
    'content-type': type,
    'content-length': String(found.size),
    'cache-control': 'max-age=3600',
  }
  return { status: 200, headers, body: createReadStream(file) }
}

/** Serves a page of consoles, its script `screen.js`, and the library unchanged. */
export const clientFiles = ({ html, script, pages, library }: ConsoleClient): Handler => {
  const page: HttpResponse = {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // The URL contains the console's token and must not leak in a Referer header.
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; " +
        "img-src 'self' data: blob:; media-src blob:",
    },
    body: html,
  }
  const ownScript: HttpResponse = {
    status: 200,
    headers: { 'content-type': 'text/javascript; charset=utf-8' },
    body: script,
  }
  return async ({ method, path }) => {
    if (method !== 'GET' && method !== 'HEAD')
      return { ...notFound, status: 405, body: 'Method not allowed\n' }
    if (pages.includes(path)) return page
    if (path === '/screen.js') return ownScript
    return fileOf(library, path.slice(1))
  }
}
