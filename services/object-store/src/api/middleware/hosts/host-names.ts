import { type HttpRequest, type HttpResponse, withParts } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'

/** What a middleware makes of the host of a request: another request, or an answer. */
export type HostFilter = (request: HttpRequest) => Promise<Rewritten | HttpResponse>

/** A request as if it had come to another place; what an answer says of that place is turned back. */
export interface Rewritten {
  readonly request: HttpRequest
  turnedBack(response: HttpResponse): HttpResponse
}

export const asItCame = (request: HttpRequest): Rewritten => ({ request, turnedBack: (response) => response })

/** The same request to another place, of which the client learns nothing by redirections. */
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
  /** With the colon; empty where none is said. */
  readonly port: string
}

/** The host that a request was sent to; undefined of requests within the cloud. */
export const hostOf = ({ headers: { host } }: HttpRequest): HostName | undefined => {
  if (host === undefined || host === '') return undefined
  const [, name = host, port = ''] = /^(.*?)(:\d+)?$/.exec(host) ?? []
  return { name, port }
}

/** Domains with the dot before them. */
export const dotted = (domains: readonly string[]): readonly string[] =>
  domains.map((domain) => (domain.startsWith('.') ? domain : `.${domain}`))

export const badHost = (text: string): HttpResponse =>
  bytes(400, text, { 'content-type': 'text/plain; charset=UTF-8' })
