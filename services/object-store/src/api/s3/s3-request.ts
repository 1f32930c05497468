import type { Readable } from 'node:stream'
import { type Headers, type HttpRequest, type HttpResponse, noQuery } from '@nimbo/http/message'
import type { Access } from '../../app/access/access.ts'
import { segmentsOf } from '../../domain/s3/system-metadata.ts'
import type { ObjectRequest } from '../object-request.ts'

/** A request of the S3 API, of which it is known who signed it. */
export interface S3Request {
  readonly method: string
  readonly bucket: string | undefined
  readonly key: string | undefined
  readonly query: URLSearchParams
  readonly headers: Headers
  /** The account of the project of whoever signed. */
  readonly account: string
  readonly owner: { readonly id: string; readonly name: string }
  readonly access: Access
  /** Without what it came wrapped in; fails at its end when it is not what was said of it. */
  readonly body: Readable
  readonly size: number | undefined
  readonly http: HttpRequest
}

export type S3Handler = (request: S3Request) => Promise<HttpResponse>

type Parts = Partial<
  Pick<ObjectRequest, 'method' | 'container' | 'object' | 'query' | 'headers' | 'body' | 'access'>
>

/** The request of the object store's own API that does the same; of headers and body it has those that are given. */
export const asObjectRequest = (request: S3Request, parts: Parts = {}): ObjectRequest => {
  const { account, bucket, key, method, access, http } = request
  return {
    ...{ account, method, access, http, query: noQuery, headers: {}, body: undefined },
    ...(bucket === undefined ? {} : { container: bucket }),
    ...(key === undefined ? {} : { object: key }),
    ...parts,
  }
}

/** The rights of a request, and besides to the parts of large objects of a bucket: for whoever has a right to that bucket. */
export const withSegments = ({ access, account }: S3Request, bucket: string): Access => ({
  isKnown: access.isKnown,
  may: (wanted) =>
    (wanted.account === account &&
      wanted.container === segmentsOf(bucket) &&
      (wanted.right === 'read' || wanted.right === 'write')) ||
    access.may(wanted),
})
