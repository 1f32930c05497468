import type { Metadata } from '../metadata.ts'

/** System metadata of objects for the S3 API: clients of neither API see or set it. */
export const kept = {
  etag: 'x-object-sysmeta-s3api-etag',
  upload: 'x-object-sysmeta-s3api-upload-id',
  isUpload: 'x-object-sysmeta-s3api-is-upload',
  tags: 'x-object-sysmeta-s3api-tagging',
} as const

/** System metadata of buckets for the S3 API. */
export const keptOfBucket = {
  tags: 'x-container-sysmeta-s3api-tagging',
  cors: 'x-container-sysmeta-s3api-cors',
  lifecycle: 'x-container-sysmeta-s3api-lifecycle',
} as const

/** The ETag that S3 clients see: that of a multipart object differs from Swift's. */
export const etagOf = ({ etag, headers }: { readonly etag: string; readonly headers: Metadata }): string =>
  headers[kept.etag] ?? etag

/** The name of the segments container of a bucket. */
export const segmentsOf = (bucket: string): string => `${bucket}+segments`
export const isForSegments = (container: string): boolean => container.endsWith('+segments')
