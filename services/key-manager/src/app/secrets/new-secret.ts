import type { NewSecret } from '@nimbo/contracts/key-manager/secrets'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import { parseInstant } from '../../domain/instants.ts'
import { fromBase64, isText, normalType, supportedTypes } from '../../domain/media-types.ts'
import { errors } from '../../errors.ts'

/** A payload with its media type. */
export interface Payload {
  readonly type: string
  readonly bytes: Buffer
}

const invalid = (property: string, reason: string) => errors.Invalid({ schema: 'Secret', reason, property })

const listed = `[${supportedTypes.map((type) => `'${type}'`).join(', ')}]`

/** Parses an expiration; null for none. Throws for invalid or past instants. */
export const readExpiration = (text: string | undefined, clock: Clock): string | null => {
  if (text === undefined || text.trim() === '') return null
  const instant = parseInstant(text)
  if (instant === undefined) throw invalid('expiration', "Invalid date for 'expiration'")
  if (instant <= timestamp(clock)) throw invalid('expiration', "'expiration' is before current time")
  return instant
}

const requireEncoding = (type: string, encoding: string | undefined): void => {
  const isBinary = !isText(type)
  if (isBinary === (encoding === 'base64')) return
  const supported = isBinary ? "['base64', 'binary']" : 'None'
  throw invalid('payload_content_encoding', `payload_content_encoding is not one of ${supported}`)
}

/** The payload in a request; undefined without one. */
export const readPayload = (body: NewSecret, mostBytes: number): Payload | undefined => {
  const { payload, payload_content_type: given, payload_content_encoding: encoding } = body
  if (payload === undefined) {
    if (given === undefined) return undefined
    throw invalid('payload', 'payload must be provided when payload_content_type is specified')
  }
  if (given === undefined || given === null)
    throw invalid(
      'payload_content_type',
      "If 'payload' is supplied, 'payload_content_type' must also be supplied.",
    )
  const type = normalType(given)
  if (type === undefined)
    throw invalid('payload_content_type', `payload_content_type is not one of ${listed}`)
  requireEncoding(type, encoding)
  if (Buffer.byteLength(payload) > mostBytes) throw errors.TooLarge()
  const text = payload.trim()
  if (text === '') throw invalid('payload', "If 'payload' specified, must be non empty")
  const bytes = encoding === 'base64' ? fromBase64(text) : Buffer.from(text)
  if (!bytes) throw invalid('payload', 'Invalid payload for payload_content_encoding')
  return { type, bytes }
}
