import type { ErrorKind } from '@nimbo/kernel/errors'

/** The status of each kind of failure; services may override some. */
export const statusOfKind: Readonly<Record<ErrorKind, number>> = {
  badRequest: 400,
  unauthenticated: 401,
  forbidden: 403,
  quotaExceeded: 403,
  notFound: 404,
  methodNotAllowed: 405,
  notAcceptable: 406,
  conflict: 409,
  gone: 410,
  lengthRequired: 411,
  preconditionFailed: 412,
  tooLarge: 413,
  unsupportedMedia: 415,
  rangeNotSatisfiable: 416,
  unprocessable: 422,
  tooManyRequests: 429,
  internal: 500,
  notImplemented: 501,
  badGateway: 502,
  unavailable: 503,
  insufficientStorage: 507,
}

/** The kind of failure for a status, to convert replies into faults. */
export const kindOfStatus = (status: number): ErrorKind => {
  if (status === 403) return 'forbidden'
  const exact = (Object.entries(statusOfKind) as [ErrorKind, number][]).find(([, known]) => known === status)
  return exact?.[0] ?? (status >= 500 ? 'internal' : 'badRequest')
}
