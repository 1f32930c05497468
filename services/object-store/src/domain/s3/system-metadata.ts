import type { Metadata } from '../metadata.ts'

/** What the S3 API keeps with an object: no client of either API sees it as metadata, or sets it. */
export const kept = {
  etag: 'x-object-sysmeta-s3api-etag',
  upload: 'x-object-sysmeta-s3api-upload-id',
  isUpload: 'x-object-sysmeta-s3api-is-upload',
  tags: 'x-object-sysmeta-s3api-tagging',
} as const

/** The same with a bucket. */
export const keptOfBucket = {
  tags: 'x-container-sysmeta-s3api-tagging',
  cors: 'x-container-sysmeta-s3api-cors',
  lifecycle: 'x-container-sysmeta-s3api-lifecycle',
} as const

/** The ETag that an object has in S3, where one of many parts differs from others. */
export const etagOf = ({ etag, headers }: { readonly etag: string; readonly headers: Metadata }): string =>
  headers[kept.etag] ?? etag

/** Where the parts of large objects of a bucket are. */
export const segmentsOf = (bucket: string): string => `${bucket}+segments`
export const isForSegments = (container: string): boolean => container.endsWith('+segments')
