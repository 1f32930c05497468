import { JsonBody } from './json-body.ts'
import type { Headers, HttpResponse, ReplyBody } from './message.ts'

/**
 * Serialises a reply's body. It may be undefined: a reply such as that of compute's `createImage` has a body in some versions
 * only.
 */
const spelled = (body: unknown, spelling: ((body: unknown) => string) | undefined): ReplyBody => {
  if (body === undefined) return undefined
  return spelling ? spelling(body) : new JsonBody(body)
}

/** A reply with a JSON body. */
export const json = (
  status: number,
  body: unknown,
  headers: Headers = {},
  spelling?: (body: unknown) => string,
): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: spelled(body, spelling),
})

export const ok = (body: unknown, headers?: Headers): HttpResponse => json(200, body, headers)
export const multipleChoices = (body: unknown): HttpResponse => json(300, body)

export const noContent = (headers: Headers = {}): HttpResponse => ({ status: 204, headers })

/** A reply with a binary body, such as an image. */
export const bytes = (status: number, body: ReplyBody, headers: Headers): HttpResponse => ({
  status,
  headers,
  body,
})
