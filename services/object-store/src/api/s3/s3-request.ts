import type { Readable } from 'node:stream'
import { type Headers, type HttpRequest, type HttpResponse, noQuery } from '@nimbo/http/message'
import type { Access } from '../../app/access/access.ts'
import { segmentsOf } from '../../domain/s3/system-metadata.ts'
import type { ObjectRequest } from '../object-request.ts'

/** An S3 request whose signer is known. */
export interface S3Request {
  readonly method: string
  readonly bucket: string | undefined
  readonly key: string | undefined
  readonly query: URLSearchParams
  readonly headers: Headers
  /** The account of the signer's project. */
  readonly account: string
  readonly owner: { readonly id: string; readonly name: string }
  readonly access: Access
  /** The decoded body. Throws at its end when it does not match the announced digests and checksums. */
  readonly body: Readable
  readonly size: number | undefined
  readonly http: HttpRequest
}

export type S3Handler = (request: S3Request) => Promise<HttpResponse>

type Parts = Partial<
  Pick<ObjectRequest, 'method' | 'container' | 'object' | 'query' | 'headers' | 'body' | 'access'>
>

/** The corresponding request to Swift's API. It has only the headers and body given in `parts`. */
export const asObjectRequest = (request: S3Request, parts: Parts = {}): ObjectRequest => {
  const { account, bucket, key, method, access, http } = request
  return {
    ...{ account, method, access, http, query: noQuery, headers: {}, body: undefined, endsUploads: true },
    ...(bucket === undefined ? {} : { container: bucket }),
    ...(key === undefined ? {} : { object: key }),
    ...parts,
  }
}

/**
 * The access rights of the request, extended to the segments container of a bucket. The caller must have checked the right to the
 * bucket.
 */
export const withSegments = ({ access, account }: S3Request, bucket: string): Access => ({
  isKnown: access.isKnown,
  may: (wanted) =>
    (wanted.account === account &&
      wanted.container === segmentsOf(bucket) &&
      (wanted.right === 'read' || wanted.right === 'write')) ||
    access.may(wanted),
})
