import { Readable } from 'node:stream'
import { Fault } from '@nimbo/kernel/errors'
import type { HttpRequest, Payload } from './message.ts'

/** The default limit of bodies that are read into memory, as in oslo.middleware; `sizelimit` overrides it. */
export const defaultBodyLimit = 114_688

const tooLarge = (): Fault =>
  new Fault({ code: 'RequestTooLarge', kind: 'tooLarge', message: 'Request is too large.', details: {} })

async function* bounded(body: Readable, most: number): AsyncGenerator<Buffer> {
  let seen = 0
  for await (const chunk of body) {
    seen += (chunk as Buffer).length
    if (seen > most) throw tooLarge()
    yield chunk as Buffer
  }
}

/** The request's body, which fails after `most` bytes. Throws at once when it is declared or known to be longer. */
export const boundedBody = (
  { body, headers }: Pick<HttpRequest, 'body' | 'headers'>,
  most: number,
): Payload => {
  const declared = Number(headers['content-length'])
  if (declared > most) throw tooLarge()
  if (!(body instanceof Readable)) {
    if (Buffer.byteLength(body ?? '') > most) throw tooLarge()
    return body
  }
  // A body from a socket cannot exceed its declared length; a chunked one declares none.
  const isBounded = declared <= most && headers['transfer-encoding'] === undefined
  return isBounded ? body : Readable.from(bounded(body, most))
}
