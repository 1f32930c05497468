import { s3Errors } from '../../s3-errors.ts'
import type { Signature, SignedRequest } from './signature.ts'

/** Query parameters that are part of the signed resource. */
const subresources = new Set([
  ...['acl', 'cors', 'defaultObjectAcl', 'delete', 'lifecycle', 'location', 'logging', 'notification'],
  ...['partNumber', 'policy', 'requestPayment', 'response-cache-control', 'response-content-disposition'],
  ...['response-content-encoding', 'response-content-language', 'response-content-type'],
  ...['response-expires', 'restore', 'storageClass', 'tagging', 'torrent', 'uploadId', 'uploads'],
  ...['versionId', 'versioning', 'versions', 'website', 'object-lock', 'retention', 'legal-hold'],
])

const amzHeaders = (headers: SignedRequest['headers']): string =>
  Object.entries(headers)
    .filter(([name]) => name.startsWith('x-amz-'))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}:${value.trim()}\n`)
    .join('')

const resourceOf = ({ path, hostBucket, query }: SignedRequest): string => {
  const parts = [...query]
    .filter(([name]) => subresources.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
  const resource = hostBucket === undefined ? path : `/${hostBucket}${path}`
  return parts.length === 0 ? resource : `${resource}?${parts.join('&')}`
}

const textOf = (request: SignedRequest, date: string): string => {
  const { method, headers } = request
  const lines = [method, headers['content-md5'] ?? '', headers['content-type'] ?? '', date]
  return `${lines.join('\n')}\n${amzHeaders(headers)}${resourceOf(request)}`
}

const inHeader = (request: SignedRequest, authorization: string): Signature => {
  const { headers } = request
  const [access = '', signature = ''] = authorization.slice('AWS '.length).trim().split(':')
  if (access === '' || signature === '')
    throw s3Errors.InvalidArgument({
      reason: 'AWS authorization header is invalid. Expected AwsAccessKeyId:signature',
    })
  const signedAt = Date.parse(headers['x-amz-date'] ?? headers.date ?? '')
  if (Number.isNaN(signedAt)) throw s3Errors.AccessDenied()
  const date = headers['x-amz-date'] === undefined ? (headers.date ?? '') : ''
  return { access, signature, text: textOf(request, date), signedAt, until: undefined, scope: undefined }
}

const inQuery = (request: SignedRequest, access: string): Signature => {
  const [expires = '', signature = ''] = ['Expires', 'Signature'].map((name) => request.query.get(name) ?? '')
  if (!/^\d+$/.test(expires) || signature === '') throw s3Errors.AccessDenied()
  const until = Number(expires) * 1000
  return { access, signature, text: textOf(request, expires), signedAt: undefined, until, scope: undefined }
}

/** The signature of version 2 in a request's header or query; undefined without one. */
export const readSignature2 = (request: SignedRequest): Signature | undefined => {
  const { authorization } = request.headers
  if (authorization?.startsWith('AWS ')) return inHeader(request, authorization)
  const access = request.query.get('AWSAccessKeyId')
  return access === null ? undefined : inQuery(request, access)
}
