import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, extname, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Handler, HttpResponse } from '@nimbo/http/message'
import { vncPage } from './vnc-page.ts'

const mediaTypes = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json'],
])

/** The library's package directory, one above its entry point. */
const libraryRoot = (): string => dirname(dirname(fileURLToPath(import.meta.resolve('@novnc/novnc'))))

const notFound: HttpResponse = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: 'Not found\n',
}

const fileOf = async (path: string): Promise<HttpResponse> => {
  const type = mediaTypes.get(extname(path))
  const root = libraryRoot()
  const file = normalize(join(root, path))
  if (type === undefined || !['core', 'vendor'].some((folder) => file.startsWith(join(root, folder) + sep)))
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

const page: HttpResponse = {
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // The URL contains the console's token and must not leak in a Referer header.
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; img-src 'self' data:",
  },
  body: vncPage.html,
}

const script: HttpResponse = {
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8' },
  body: vncPage.script,
}

/** Serves the console page and the noVNC library under noVNC's usual paths. */
export const novncFiles: Handler = async ({ method, path }) => {
  if (method !== 'GET' && method !== 'HEAD') return { ...notFound, status: 405, body: 'Method not allowed\n' }
  if (path === '/vnc_lite.html' || path === '/vnc_auto.html' || path === '/vnc.html') return page
  if (path === '/screen.js') return script
  return fileOf(path.slice(1))
}
