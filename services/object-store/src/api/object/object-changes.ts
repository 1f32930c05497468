import { extname } from 'node:path'
import type { Headers } from '@nimbo/http/message'
import type { Clock } from '@nimbo/kernel/clock'
import mime from 'mime'
import type { Metadata } from '../../domain/metadata.ts'
import { isSystemMetadata } from '../../domain/system-metadata.ts'
import { errors } from '../../errors.ts'

/** Headers other than metadata that are stored with an object and sent with each download. */
const kept = new Set([
  'content-encoding',
  'content-disposition',
  'content-language',
  'cache-control',
  'expires',
  'x-robots-tag',
  'x-object-manifest',
])

/** The headers of a request that are stored with the object. */
export const keptHeaders = (headers: Headers): Metadata =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) =>
        name.startsWith('x-object-meta-') || isSystemMetadata(name) || (value !== '' && kept.has(name)),
    ),
  )

/** The content type in the request, else the one that the object's name suggests. */
export const contentTypeOf = ({ headers, object = '' }: { headers: Headers; object?: string }): string => {
  const said = headers['content-type']
  const isGuessed = headers['x-detect-content-type']?.toLowerCase() === 'true'
  if (said !== undefined && said !== '' && !isGuessed) return said
  return (extname(object) === '' ? null : mime.getType(object)) ?? 'application/octet-stream'
}

/** The latest expiry: ten digits, as many as a Swift timestamp has before its point. */
const latest = 9_999_999_999

const wholeSeconds = (name: string, text: string): number => {
  if (!/^-?\d+$/.test(text)) throw errors.Invalid({ reason: `Non-integer ${name}` })
  return Number(text)
}

/**
 * The expiry of an object in whole seconds, from `X-Delete-After` (relative to the current time) or `X-Delete-At`; null if it
 * does not expire.
 */
export const expiryOf = (headers: Headers, clock: Clock): number | null => {
  const now = Math.floor(clock.now() / 1000)
  const after = headers['x-delete-after']
  if (after !== undefined && after !== '') {
    const seconds = wholeSeconds('X-Delete-After', after)
    if (seconds < 0) throw errors.Invalid({ reason: 'X-Delete-After in past' })
    return Math.min(now + seconds, latest)
  }
  const at = headers['x-delete-at']
  if (at === undefined || at === '' || headers['x-remove-delete-at'] !== undefined) return null
  const instant = wholeSeconds('X-Delete-At', at)
  if (instant < now) throw errors.Invalid({ reason: 'X-Delete-At in past' })
  return Math.min(instant, latest)
}
