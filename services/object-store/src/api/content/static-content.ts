import { Readable } from 'node:stream'
import { noQuery } from '@nimbo/http/message'
import { isFault } from '@nimbo/kernel/errors'
import type { SwiftApp } from '../../app/app.ts'
import { manifestOf } from '../../app/manifest-of.ts'
import type { StoredObject } from '../../db/objects.ts'
import { splitPath } from '../../domain/resource-path.ts'
import { errors } from '../../errors.ts'
import type { ObjectRequest } from '../object-request.ts'
import type { Content, OpenContent } from './content.ts'
import { type Followed, followLinks } from './find-object.ts'
import { type NamedSegment, rangeOfSegment, sizeOfSegment } from '../../domain/manifest.ts'
import { joinSegments, type Segment } from './segments.ts'

/**
 * The content of a static large object. The manifest records the size and ETag of each segment; the download is aborted when a
 * segment has changed since. Segments of a segment are looked at when it is reached: there may be a thousand times as many with each
 * level of nesting.
 */
export const staticContent = async (
  app: SwiftApp,
  request: ObjectRequest,
  object: StoredObject,
  openPart: OpenContent,
): Promise<Content> => {
  const kept = await manifestOf(app, object)
  const segments = kept.map(
    (segment): Segment =>
      'data' in segment ? inlined(segment.data) : named(app, request, segment, openPart),
  )
  const size = segments.reduce((sum, one) => sum + one.size, 0)
  // Checks all segments before the first byte is sent, so that a missing segment leads to an error status.
  for (const segment of kept) if ('name' in segment) await requireSegment(app, request, segment)
  return {
    size,
    etag: `"${object.etag}"`,
    open: async (range) => joinSegments(segments, range ?? { first: 0, last: size - 1 }),
  }
}

const inlined = (data: string): Segment => {
  const bytes = Buffer.from(data, 'base64')
  return {
    size: bytes.length,
    open: async ({ first, last }) => Readable.from([bytes.subarray(first, last + 1)]),
  }
}

const named = (
  app: SwiftApp,
  request: ObjectRequest,
  segment: NamedSegment,
  openPart: OpenContent,
): Segment => {
  const { first } = rangeOfSegment(segment)
  return {
    size: sizeOfSegment(segment),
    open: async (range) => {
      const found = await requireSegment(app, request, segment)
      const content = await openPart(found.request, found.object)
      return content.open({ first: first + range.first, last: first + range.last })
    },
  }
}

/** Throws when the segment is missing, is not for the caller to read, or has changed. */
const requireSegment = async (
  app: SwiftApp,
  request: ObjectRequest,
  { name, hash, bytes }: NamedSegment,
): Promise<Followed> => {
  // A version id in the query is that of the large object, not of its segments.
  const asked = { ...request, ...splitPath(`${request.account}${name}`), query: noQuery }
  const found = await followLinks(app, asked).catch((cause: unknown) => {
    if (!isFault(cause)) throw cause
    throw errors.Conflict({ reason: `The segment ${name} cannot be read.` }, { cause })
  })
  if (found.object.etag !== hash || found.object.size !== bytes)
    throw errors.Conflict({ reason: `The segment ${name} has changed.` })
  return found
}
