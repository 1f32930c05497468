import type { HttpRequest } from '@nimbo/http/message'
import type { SwiftConfig } from '../../config.ts'
import { s3Errors } from '../../s3-errors.ts'

/** What the path and host of a request name. */
export interface Named {
  readonly bucket: string | undefined
  readonly key: string | undefined
  /** The bucket in the host name, for virtual-hosted-style requests. */
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

/** The bucket and key of a request: both from the path, or the bucket from a host name below one of `storage_domain`. */
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
