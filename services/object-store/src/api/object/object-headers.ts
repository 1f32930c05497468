import type { Headers } from '@nimbo/http/message'
import type { StoredObject } from '../../db/objects.ts'
import { withoutSystemMetadata } from '../../domain/system-metadata.ts'
import { httpDateOf } from '../../domain/timestamps.ts'

/** The response headers of an object, except size and ETag. */
export const objectHeaders = ({
  headers,
  contentType,
  timestamp,
  deleteAt,
  kind,
  versionId,
}: StoredObject): Headers => ({
  ...withoutSystemMetadata(headers),
  ...(kind === 'static' ? { 'x-static-large-object': 'True' } : {}),
  ...(deleteAt === null ? {} : { 'x-delete-at': String(deleteAt) }),
  ...(versionId === null ? {} : { 'x-object-version-id': versionId }),
  'content-type': contentType,
  'last-modified': httpDateOf(timestamp),
  'x-timestamp': timestamp,
  'accept-ranges': 'bytes',
})
