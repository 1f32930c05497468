import { createHash } from 'node:crypto'
import type { Headers } from '@nimbo/http/message'
import type { Revision } from '../../db/metric/resources.ts'
import { errors } from '../../metric-errors.ts'

type Versioned = Pick<Revision, 'id' | 'revision_start'>

const tagOf = ({ id, revision_start }: Versioned): string =>
  `"${createHash('sha1').update(`${id}${revision_start}`).digest('hex')}"`

/** HTTP dates have a resolution of one second. */
const modifiedAt = ({ revision_start }: Versioned): number =>
  Math.floor(Date.parse(revision_start) / 1000) * 1000

/** The `ETag` and `Last-Modified` headers of a resource. */
export const versionHeaders = (resource: Versioned): Headers => ({
  etag: tagOf(resource),
  'last-modified': new Date(modifiedAt(resource)).toUTCString(),
})

const names = (header: string, tag: string): boolean =>
  header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)

/**
 * Whether the client already has this revision (`If-None-Match`, `If-Modified-Since`). Throws when `If-Match` or
 * `If-Unmodified-Since` does not hold.
 */
export const isKnown = (headers: Headers, resource: Versioned): boolean => {
  const tag = tagOf(resource)
  const at = modifiedAt(resource)
  const match = headers['if-match']
  const unmodified = Date.parse(headers['if-unmodified-since'] ?? '')
  if (match !== undefined ? !names(match, tag) : at > unmodified) throw errors.PreconditionFailed()
  const noneMatch = headers['if-none-match']
  return noneMatch === undefined
    ? at <= Date.parse(headers['if-modified-since'] ?? '')
    : names(noneMatch, tag)
}

/** Throws when the preconditions of a change do not hold for this revision. */
export const requireUnchanged = (headers: Headers, resource: Versioned): void => {
  const known = isKnown(headers, resource)
  if (known && headers['if-none-match'] !== undefined) throw errors.PreconditionFailed()
}
