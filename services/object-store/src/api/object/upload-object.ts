import { Readable } from 'node:stream'
import { streamOf } from '@nimbo/http/message'
import type { SwiftApp } from '../../app/app.ts'
import { putObject } from '../../app/put-object.ts'
import { takeIn } from '../../app/take-in.ts'
import { requireMetadata } from '../../domain/metadata-limits.ts'
import { requireNames } from '../../domain/resource-path.ts'
import { errors } from '../../errors.ts'
import { segmentsPlace } from '../content/dynamic-content.ts'
import { findLiving } from '../content/find-object.ts'
import type { ObjectHandler, ObjectRequest } from '../object-request.ts'
import { requireContainer } from '../require.ts'
import { contentTypeOf, expiryOf, keptHeaders } from './object-changes.ts'
import { requireCreation } from './require-creation.ts'
import { roomFor } from './room-for.ts'
import { storedReply } from './stored-reply.ts'

/** The size in bytes that the request announces; undefined for a chunked body. */
const announcedSize = ({ headers, body }: ObjectRequest): number | undefined => {
  const said = headers['content-length']
  if (said !== undefined && headers['transfer-encoding'] === undefined) return Number(said)
  if (!(body instanceof Readable)) {
    if (body === undefined && headers['transfer-encoding'] === undefined)
      throw errors.LengthRequired({ reason: 'Missing Content-Length header.' })
    return undefined
  }
  return undefined
}

const requireManifest = (manifest: string | undefined): void => {
  if (manifest === undefined) return
  try {
    segmentsPlace(manifest)
  } catch (cause) {
    throw errors.Invalid({ reason: 'X-Object-Manifest must be in the format container/prefix' }, { cause })
  }
}

/** Stores the body of a request as an object and replaces the existing one. */
export const uploadObject =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const container = await requireContainer(app, request, 'write')
    const limits = app.config['swift-constraints']
    const { object: name = '', headers } = request
    requireNames(request, limits)
    requireMetadata(headers, 'x-object-meta-', limits)
    requireManifest(headers['x-object-manifest'])
    const announced = announcedSize(request)
    const deleteAt = expiryOf(headers, app.clock)
    const before = await findLiving(app, container, name)
    const mustBeNew = requireCreation(request, before)
    const most = await roomFor(app, container, { announced: announced ?? 0, replaced: before })
    const etag = headers.etag?.replaceAll('"', '').toLowerCase()
    const taken = await takeIn(app, streamOf(request.body), {
      most,
      size: announced,
      etag,
      policy: container.policy,
    })
    const stored = await putObject(
      app,
      container,
      {
        ...{ name, etag: taken.etag, size: taken.size, deleteAt, contentType: contentTypeOf(request) },
        headers: keptHeaders(headers),
        ...{ asOf: request.asOf, mustBeNew, endsUploads: request.endsUploads },
        kind: headers['x-object-manifest'] === undefined ? 'bytes' : 'dynamic',
      },
      taken.blob,
    )
    return storedReply(stored)
  }
