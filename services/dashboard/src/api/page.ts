import type { Handler, Headers, HttpRequest, HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import type { PageFile, PageFiles } from '../app/page/page-files.ts'
import { isReading } from '../domain/origin.ts'
import { errors } from '../errors.ts'
import { pageHeaders } from './page-headers.ts'
import { failurePage, waitingPage } from './plain-pages.ts'

const html = 'text/html; charset=utf-8'
/** File names below `/assets` contain a hash of the content, so they can be cached forever. */
const foreverSeconds = 31_536_000

/** Serves the files of the built page; every other path gets `index.html`, whose router resolves it. */
export const page =
  (files: PageFiles): Handler =>
  async (request) => {
    if (!isReading(request.method)) throw errors.OnlyReading({ allow: 'GET, HEAD' })
    const state = await files.now()
    const headers = pageHeaders(request.origin)
    switch (state.kind) {
      case 'building':
        return bytes(503, waitingPage, {
          ...headers,
          'content-type': html,
          'cache-control': 'no-store',
          'retry-after': '1',
        })
      case 'failed':
        return bytes(500, failurePage(state.reason), {
          ...headers,
          'content-type': html,
          'cache-control': 'no-store',
        })
      case 'built': {
        const named = state.files.get(decoded(request.path))
        if (named) return fileReply(named, request, headers)
        if (request.path.startsWith('/assets/')) throw errors.NoSuchPath()
        const index = state.files.get('/index.html')
        if (!index)
          return bytes(500, failurePage('there is no index.html'), { ...headers, 'content-type': html })
        return fileReply(index, request, headers)
      }
    }
  }

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const encodings = ['br', 'gzip'] as const

const accepts = ({ headers }: HttpRequest, coding: string): boolean =>
  (headers['accept-encoding'] ?? '').split(',').some((one) => {
    const [name = '', ...parameters] = one.trim().split(';')
    return name.trim() === coding && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))
  })

const fileReply = async (file: PageFile, request: HttpRequest, headers: Headers): Promise<HttpResponse> => {
  const coding = encodings.find((one) => file.codings.has(one) && accepts(request, one))
  const lasting = file.path.startsWith('/assets/')
  const etag = `"${file.tag}${coding ?? ''}"`
  const all = {
    ...headers,
    'content-type': file.type,
    'cache-control': lasting ? `public, max-age=${foreverSeconds}, immutable` : 'no-cache',
    vary: 'Accept-Encoding',
    etag,
    ...(coding === undefined ? {} : { 'content-encoding': coding }),
  }
  if (request.headers['if-none-match'] === etag) return { status: 304, headers: all }
  return bytes(200, await file.read(coding), all)
}
