import { type HttpRequest, type HttpResponse, withParts } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'

/** A filter on the request's host: returns a rewritten request or a response. */
export type HostFilter = (request: HttpRequest) => Promise<Rewritten | HttpResponse>

/** A rewritten request, with a function that restores the original location in the response. */
export interface Rewritten {
  readonly request: HttpRequest
  turnedBack(response: HttpResponse): HttpResponse
}

export const asItCame = (request: HttpRequest): Rewritten => ({ request, turnedBack: (response) => response })

/** Rewrites a request to another host and path, and reverses that in `Location` headers of the response. */
export const movedTo = (
  request: HttpRequest,
  parts: Partial<Pick<HttpRequest, 'path' | 'origin' | 'headers'>>,
): Rewritten => {
  const moved = withParts(request, parts)
  const place = ({ origin, mount, path }: HttpRequest) => `${origin}${mount}${path}`
  return {
    request: moved,
    turnedBack: (response) => {
      const { location } = response.headers
      if (location === undefined || !location.startsWith(place(moved))) return response
      const rest = location.slice(place(moved).length)
      return { ...response, headers: { ...response.headers, location: place(request) + rest } }
    },
  }
}

export interface HostName {
  readonly name: string
  /** With the colon; empty if absent. */
  readonly port: string
}

/** The host of a request; undefined for requests inside the process. */
export const hostOf = ({ headers: { host } }: HttpRequest): HostName | undefined => {
  if (host === undefined || host === '') return undefined
  const [, name = host, port = ''] = /^(.*?)(:\d+)?$/.exec(host) ?? []
  return { name, port }
}

/** Domains with a leading dot. */
export const dotted = (domains: readonly string[]): readonly string[] =>
  domains.map((domain) => (domain.startsWith('.') ? domain : `.${domain}`))

export const badHost = (text: string): HttpResponse =>
  bytes(400, text, { 'content-type': 'text/plain; charset=UTF-8' })
