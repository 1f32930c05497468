import { Readable } from 'node:stream'
import { Fault } from '@nimbo/kernel/errors'
import { type Filter, withParts } from '../message.ts'

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

/** Refuses bodies over `most` bytes, at once when their length is declared and else when they pass it. */
export const sizelimit =
  (most: number): Filter =>
  (next) =>
  (request) => {
    const { body, headers } = request
    const declared = Number(headers['content-length'])
    if (declared > most) return Promise.reject(tooLarge())
    if (body instanceof Readable) {
      // No message from a socket is longer than it declares to be, and one that is sent in pieces declares nothing.
      const isBounded = declared <= most && headers['transfer-encoding'] === undefined
      return next(isBounded ? request : withParts(request, { body: Readable.from(bounded(body, most)) }))
    }
    return Buffer.byteLength(body ?? '') > most ? Promise.reject(tooLarge()) : next(request)
  }
