import type { Headers } from './message.ts'

/** What a handler answers where the body alone does not say it: with headers, or with one of several statuses. */
export class Answer<Body> {
  readonly body: Body
  readonly status: number | undefined
  readonly headers: Headers

  constructor(body: Body, more: { readonly status?: number; readonly headers?: Headers }) {
    this.body = body
    this.status = more.status
    this.headers = more.headers ?? {}
  }
}

/** A body with headers, or with a status other than the operation's usual one. */
export const answer = <Body>(
  body: Body,
  more: { readonly status?: number; readonly headers?: Headers },
): Answer<Body> => new Answer(body, more)
