import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { boundedBody } from '@nimbo/http/bounded-body'
import { textOf } from '@nimbo/http/message'
import { isFault } from '@nimbo/kernel/errors'
import { statusOfKind } from '@nimbo/operation/statuses'
import type { SwiftApp } from '../../app/app.ts'
import { putObject } from '../../app/put-object.ts'
import { takeIn } from '../../app/take-in.ts'
import type { StoredObject } from '../../db/objects.ts'
import { manifestSize } from '../../domain/counted-bytes.ts'
import { requireMetadata } from '../../domain/metadata-limits.ts'
import { requireNames, splitPath } from '../../domain/resource-path.ts'
import { isoDateOf } from '../../domain/timestamps.ts'
import { errors } from '../../errors.ts'
import { findLiving, followLinks } from '../content/find-object.ts'
import {
  etagOfManifest,
  type KeptSegment,
  type NamedSegment,
  parseManifest,
  rangeOfSegment,
  sizeOfSegment,
} from '../../domain/manifest.ts'
import type { ObjectHandler, ObjectRequest } from '../object-request.ts'
import { statusLine } from '../refusal.ts'
import { requireContainer } from '../require.ts'
import { contentTypeOf, expiryOf, keptHeaders } from './object-changes.ts'
import { requireCreation } from './require-creation.ts'
import { roomFor } from './room-for.ts'
import { storedReply } from './stored-reply.ts'
import { readManifest, type WrittenSegment } from './written-manifest.ts'

/** An error in a segment of the manifest. */
interface Complaint {
  readonly path: string
  readonly why: string
}

/** The number of segments looked up concurrently. */
const concurrency = 8

/** Creates a static large object from a manifest. The segments must exist and match the sizes and ETags in the manifest. */
export const putManifest =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const container = await requireContainer(app, request, 'write')
    const { headers, object: name = '' } = request
    const { max_manifest_size, max_manifest_segments } = app.config['filter:slo']
    requireNames(request, app.config['swift-constraints'])
    requireMetadata(headers, 'x-object-meta-', app.config['swift-constraints'])
    const deleteAt = expiryOf(headers, app.clock)
    const text = await textOf(boundedBody(request, max_manifest_size))
    const segments = isManifestOfPeer(request)
      ? segmentsOfPeer(text)
      : await checkedSegments(app, request, readManifest(text, max_manifest_segments))
    const etag = etagOfManifest(segments)
    const expected = headers.etag?.replaceAll('"', '').toLowerCase()
    // Container sync peers other than Nimbo send the digest of the manifest itself.
    if (expected !== undefined && ![etag, hash('md5', text, 'hex')].includes(expected))
      throw errors.Unprocessable({ reason: '' })
    const before = await findLiving(app, container, name)
    const mustBeNew = requireCreation(request, before)
    const size = segments.reduce((sum, segment) => sum + sizeOfSegment(segment), 0)
    const manifest = Buffer.from(JSON.stringify(segments))
    await roomFor(app, container, { announced: manifest.length, replaced: before })
    const taken = await takeIn(app, Readable.from([manifest]), {
      ...{ most: Number.POSITIVE_INFINITY, policy: container.policy },
    })
    const stored = await putObject(
      app,
      container,
      {
        ...{ name, etag, size, deleteAt, kind: 'static' },
        contentType: contentTypeOf(request),
        headers: { ...keptHeaders(headers), [manifestSize]: String(manifest.length) },
        ...{ asOf: request.asOf, mustBeNew, endsUploads: request.endsUploads },
      },
      taken.blob,
    )
    return storedReply(stored, { 'x-manifest-etag': taken.etag })
  }

/**
 * A stored manifest from a container sync peer: its segments may arrive later. The owner of the container knows its key and can pass
 * for a peer, so that sizes are not believed blindly.
 */
export const isManifestOfPeer = ({ isOfPeer, headers }: ObjectRequest): boolean =>
  isOfPeer === true && headers['x-static-large-object']?.toLowerCase() === 'true'

const segmentsOfPeer = (text: string): readonly KeptSegment[] => {
  try {
    const segments = parseManifest(text)
    if (segments.some((segment) => sizeOfSegment(segment) < 1)) throw new Error('a segment has no bytes')
    return segments
  } catch (cause) {
    throw errors.Invalid({ reason: 'Manifest must be one that is kept.' }, { cause })
  }
}

const checkedSegments = async (
  app: SwiftApp,
  request: ObjectRequest,
  written: readonly WrittenSegment[],
): Promise<readonly KeptSegment[]> => {
  const judged: (KeptSegment | Complaint)[] = []
  for (let index = 0; index < written.length; index += concurrency)
    judged.push(
      ...(await Promise.all(
        written.slice(index, index + concurrency).map((segment) => judge(app, request, segment)),
      )),
    )
  const complaints = judged.filter((one) => 'why' in one)
  if (complaints.length > 0)
    throw errors.Invalid({
      reason: `Errors:\n${complaints.map(({ path, why }) => `${path}, ${why}`).join('\n')}\n`,
    })
  return judged.filter((one): one is KeptSegment => !('why' in one))
}

const judge = async (
  app: SwiftApp,
  request: ObjectRequest,
  segment: WrittenSegment,
): Promise<KeptSegment | Complaint> => {
  if ('data' in segment) return segment
  const path = `/${segment.path.replace(/^\//, '')}`
  const named = splitPath(`${request.account}${path}`)
  if (named?.object === undefined) return { path, why: 'Invalid path' }
  if (named.container === request.container && named.object === request.object)
    return { path, why: `Manifest object name "${path}" cannot be included in the manifest` }
  try {
    const { object } = await followLinks(app, { ...request, ...named })
    const known = keptSegment(path, segment, object)
    const why = mismatch(segment, known)
    return why === undefined ? known : { path, why }
  } catch (error) {
    if (!isFault(error)) throw error
    return { path, why: statusLine(statusOfKind[error.kind]) }
  }
}

type NamingSegment = Exclude<WrittenSegment, { data: string }>

const keptSegment = (path: string, { range }: NamingSegment, object: StoredObject): NamedSegment => ({
  name: path,
  hash: object.etag,
  bytes: object.size,
  content_type: object.contentType,
  last_modified: isoDateOf(object.timestamp),
  ...(range === undefined || range === null ? {} : { range }),
  ...(object.kind === 'static' ? { sub_slo: true } : {}),
})

/** The first mismatch between the manifest and the segment that exists; undefined if there is none. */
const mismatch = ({ size_bytes, etag }: NamingSegment, known: NamedSegment): string | undefined => {
  if (size_bytes !== undefined && size_bytes !== null && size_bytes !== known.bytes) return 'Size Mismatch'
  if (etag !== undefined && etag !== null && etag.replaceAll('"', '') !== known.hash) return 'Etag Mismatch'
  const { first, last } = rangeOfSegment(known)
  if (known.range !== undefined && (first > last || first >= known.bytes)) return 'Unsatisfiable Range'
  return sizeOfSegment(known) > 0 ? undefined : 'Too Small; each segment must be at least 1 byte.'
}
