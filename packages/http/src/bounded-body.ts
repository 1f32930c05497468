import { Readable } from 'node:stream'
import { Fault } from '@nimbo/kernel/errors'
import type { HttpRequest, Payload } from './message.ts'

/** Most bytes of a body that is read into memory, unless the pipeline's `sizelimit` says otherwise. */
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

/** A request's body, which fails when it passes `most` bytes. Throws at once when it declares to be longer, or is. */
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
  // No message from a socket is longer than it declares to be, and one that is sent in pieces declares nothing.
  const isBounded = declared <= most && headers['transfer-encoding'] === undefined
  return isBounded ? body : Readable.from(bounded(body, most))
}
