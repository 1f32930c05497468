import type { HttpRequest } from '@nimbo/http/message'
import type { SwiftConfig } from '../../config.ts'
import { s3Errors } from '../../s3-errors.ts'

/** What a request names. */
export interface Named {
  readonly bucket: string | undefined
  readonly key: string | undefined
  /** The bucket, where the host names it. */
  readonly hostBucket: string | undefined
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch (cause) {
    throw s3Errors.InvalidRequest({ reason: 'The path is no UTF-8.' }, { cause })
  }
}

const bucketOfHost = (domains: readonly string[], host: string): string | undefined => {
  const [name = ''] = host.toLowerCase().split(':')
  const domain = domains.find((one) => one !== '' && name.endsWith(`.${one.toLowerCase()}`))
  return domain === undefined ? undefined : name.slice(0, -domain.length - 1)
}

/** Bucket and key of a request: both in its path, or the bucket before a domain of the cloud in its host. */
export const namedBy = (
  { storage_domain }: SwiftConfig['filter:s3api'],
  { path, headers }: Pick<HttpRequest, 'path' | 'headers'>,
): Named => {
  const hostBucket = bucketOfHost(storage_domain, headers.host ?? '')
  const rest = decoded(path.slice(1))
  if (rest.includes('\0')) throw s3Errors.InvalidRequest({ reason: 'The path holds NUL.' })
  if (hostBucket !== undefined) return { hostBucket, bucket: hostBucket, key: rest === '' ? undefined : rest }
  const [, bucket = '', key = ''] = /^([^/]*)\/?([\s\S]*)$/.exec(rest) ?? []
  return { hostBucket, bucket: bucket === '' ? undefined : bucket, key: key === '' ? undefined : key }
}
