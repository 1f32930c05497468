import { JsonBody } from './json-body.ts'
import type { Headers, HttpResponse, ReplyBody } from './message.ts'

/** A reply with a JSON body. */
export const json = (
  status: number,
  body: unknown,
  headers: Headers = {},
  spelling?: (body: unknown) => string,
): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: spelling ? spelling(body) : new JsonBody(body),
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
