import type { Headers } from './message.ts'

/** A handler's result with headers, or with one of several statuses. */
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

/** Wraps a body with headers, or with a status other than the operation's default. */
export const answer = <Body>(
  body: Body,
  more: { readonly status?: number; readonly headers?: Headers },
): Answer<Body> => new Answer(body, more)
