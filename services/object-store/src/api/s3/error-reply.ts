import type { HttpRequest, HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import type { Fault } from '@nimbo/kernel/errors'
import { s3Errors } from '../../s3-errors.ts'
import { document } from './xml.ts'

const known = new Set(Object.keys(s3Errors))

/** Codes of errors that the S3 API does not define itself. */
const codes: Readonly<Record<number, string>> = {
  501: 'NotImplemented',
  503: 'ServiceUnavailable',
  507: 'InsufficientStorage',
}

/** An error response in S3's format. Responses to HEAD have no body. */
export const errorReply = (fault: Fault, status: number, request: HttpRequest): HttpResponse => {
  const headers = { 'content-type': 'application/xml' }
  if (request.method === 'HEAD') return bytes(status, undefined, headers)
  const content = {
    Code: known.has(fault.code) ? fault.code : (codes[status] ?? 'InternalError'),
    Message: fault.message,
    Resource: request.mount + request.path,
    RequestId: request.state.requestId,
  }
  return bytes(status, document('Error', content, ''), headers)
}
