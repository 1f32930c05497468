import type { Headers } from '@nimbo/http/message'
import { isForSegments } from '../../../domain/s3/system-metadata.ts'
import { s3Errors } from '../../../s3-errors.ts'
import type { S3Request } from '../s3-request.ts'

/** The source of a copy. */
export interface CopySource {
  readonly bucket: string
  readonly key: string
  readonly versionId: string | undefined
}

const invalid = (): Error =>
  s3Errors.InvalidArgument({
    reason: 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
  })

/** Reads `x-amz-copy-source`: URL-encoded bucket and key, optionally with a version. */
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

/** The conditions on the source, as headers of a download. A 304 of the download means that the condition is not met. */
export const copyConditions = ({ headers }: Pick<S3Request, 'headers'>): Headers =>
  Object.fromEntries(
    conditionNames.flatMap((name) => {
      const value = headers[`x-amz-copy-source-${name}`]
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
