import type { Headers } from '@nimbo/http/message'
import type { SwiftApp } from '../../../app/app.ts'
import { kept } from '../../../domain/s3/system-metadata.ts'
import { s3Errors } from '../../../s3-errors.ts'
import type { S3Request } from '../s3-request.ts'
import { writtenTags } from '../tags.ts'

export const mostTags = 10

/** The maximum size of metadata in bytes: names and values. */
const mostMetadata = 2048

const asTheyAre = new Set([
  ...['content-type', 'content-disposition', 'content-language', 'cache-control', 'expires', 'if-none-match'],
])

const renamed = (name: string, value: string): readonly (readonly [string, string])[] => {
  if (name.startsWith('x-amz-meta-')) return [[`x-object-meta-${name.slice('x-amz-meta-'.length)}`, value]]
  if (name !== 'content-encoding') return asTheyAre.has(name) ? [[name, value]] : []
  // `aws-chunked` describes the body of the request and is not stored with the object.
  const rest = value
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== 'aws-chunked' && coding !== '')
  return rest.length === 0 ? [] : [[name, rest.join(', ')]]
}

/**
 * Server-side encryption may be requested if the store encrypts objects with its own keys (`AES256`). Other key services are not
 * implemented.
 */
const requireOwnEncryption = ({ activeSecret }: SwiftApp, asked: string | undefined): void => {
  if (asked === undefined) return
  if (asked !== 'AES256' && asked !== 'aws:kms')
    throw s3Errors.InvalidArgument({ reason: 'The encryption method specified is not supported' })
  if (asked === 'aws:kms' || activeSecret === undefined) throw s3Errors.NotImplemented()
}

const refuseUnknown = (app: SwiftApp, headers: Headers): void => {
  const { 'x-amz-storage-class': storage, 'x-amz-server-side-encryption': encryption } = headers
  if (storage !== undefined && storage !== 'STANDARD') throw s3Errors.InvalidStorageClass()
  if (headers['x-amz-website-redirect-location'] !== undefined) throw s3Errors.NotImplemented()
  requireOwnEncryption(app, encryption)
  const isForeign = (name: string): boolean =>
    /^x-amz-(grant-|object-lock-|server-side-encryption-)/.test(name)
  if (Object.keys(headers).some(isForeign)) throw s3Errors.NotImplemented()
}

const requireFewMetadata = (headers: Headers): void => {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'))
  const size = own.reduce((sum, [name, value]) => sum + name.length - 'x-amz-meta-'.length + value.length, 0)
  if (size > mostMetadata) throw s3Errors.MetadataTooLarge()
}

/** The headers of a new object, translated into Swift's, from those of the S3 request. */
export const newObjectHeaders = (app: SwiftApp, { headers }: Pick<S3Request, 'headers'>): Headers => {
  refuseUnknown(app, headers)
  requireFewMetadata(headers)
  const tags = headers['x-amz-tagging']
  return {
    'content-type': 'binary/octet-stream',
    ...Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => renamed(name, value))),
    ...(tags ? { [kept.tags]: writtenTags([...new URLSearchParams(tags)], mostTags) } : {}),
  }
}

/** The digest in `Content-MD5` as an `ETag` header in hex, to verify the body. */
export const digestHeaders = ({ headers }: Pick<S3Request, 'headers'>): Headers => {
  const said = headers['content-md5']
  if (said === undefined) return {}
  const digest = Buffer.from(said, 'base64')
  if (digest.length !== 16) throw s3Errors.InvalidDigest()
  return { etag: digest.toString('hex') }
}
