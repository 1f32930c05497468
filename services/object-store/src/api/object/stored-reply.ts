import type { Headers, HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import type { StoredObject } from '../../db/objects.ts'
import { httpDateOf } from '../../domain/timestamps.ts'

/** The response to a successful PUT of an object. */
export const storedReply = (
  { etag, timestamp, kind, versionId }: StoredObject,
  headers: Headers = {},
): HttpResponse =>
  bytes(201, '', {
    ...headers,
    etag: kind === 'static' ? `"${etag}"` : etag,
    'last-modified': httpDateOf(timestamp),
    ...(versionId === null ? {} : { 'x-object-version-id': versionId }),
    'content-type': 'text/html; charset=UTF-8',
  })
