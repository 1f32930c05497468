import type { Headers } from '@nimbo/http/message'
import { isForSegments } from '../../../domain/s3/system-metadata.ts'
import { s3Errors } from '../../../s3-errors.ts'
import type { S3Request } from '../s3-request.ts'

/** What a request copies. */
export interface CopySource {
  readonly bucket: string
  readonly key: string
  readonly versionId: string | undefined
}

const invalid = (): Error =>
  s3Errors.InvalidArgument({
    reason: 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
  })

/** Reads `x-amz-copy-source`: a bucket and a key, encoded, and a version perhaps. */
export const copySourceOf = ({ headers }: Pick<S3Request, 'headers'>): CopySource => {
  const [path = '', query = ''] = (headers['x-amz-copy-source'] ?? '').split('?')
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    throw invalid()
  }
  const [, bucket = '', key = ''] = /^\/?([^/]+)\/([\s\S]+)$/.exec(decoded) ?? []
  if (bucket === '' || key === '' || isForSegments(bucket)) throw invalid()
  return { bucket, key, versionId: new URLSearchParams(query).get('versionId') ?? undefined }
}

const conditionNames = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since']

/** Under which the source is copied; what a download would answer with 304 is a condition not met here. */
export const copyConditions = ({ headers }: Pick<S3Request, 'headers'>): Headers =>
  Object.fromEntries(
    conditionNames.flatMap((name) => {
      const value = headers[`x-amz-copy-source-${name}`]
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
