import type { Headers } from '@nimbo/http/message'
import type { Container } from '../../db/containers.ts'
import { isSystemMetadata } from '../../domain/system-metadata.ts'
import { httpDateOf } from '../../domain/timestamps.ts'

/** Headers that only the owner of the account sees: access control lists and keys. */
const secret = new Set([
  'x-container-read',
  'x-container-write',
  'x-container-sync-to',
  'x-container-sync-key',
  'x-container-meta-temp-url-key',
  'x-container-meta-temp-url-key-2',
])

/** The response headers of a container. */
export const containerHeaders = (
  { metadata, objectCount, bytesUsed, createdAt, updatedAt, policy }: Container,
  isOwner: boolean,
): Headers => ({
  ...Object.fromEntries(
    Object.entries(metadata).filter(([name]) => !isSystemMetadata(name) && (isOwner || !secret.has(name))),
  ),
  'x-container-object-count': String(objectCount),
  'x-container-bytes-used': String(bytesUsed),
  'x-storage-policy': policy,
  'x-timestamp': createdAt,
  'last-modified': httpDateOf(updatedAt),
  'accept-ranges': 'bytes',
})
