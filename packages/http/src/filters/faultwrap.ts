import { DeadlineExceeded } from '@nimbo/kernel/deadline'
import { type ErrorKind, Fault } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { statusOfKind } from '@nimbo/operation/statuses'
import { isClientLeft } from '../client-left.ts'
import { type Filter, type HttpRequest, type HttpResponse, withHeaders } from '../message.ts'

/** A service's format of errors; see `errors.tsv`. */
export type FaultEnvelope = (fault: Fault, status: number, request: HttpRequest) => HttpResponse

export interface FaultwrapOptions {
  readonly envelope: FaultEnvelope
  /** Statuses that differ in this service, such as Neutron's 409 for quotas. */
  readonly statuses?: Partial<Record<ErrorKind, number>>
  /** The message for an unexpected error. */
  readonly unexpected: string
  /** The Keystone URL for `WWW-Authenticate` of a 401. */
  readonly identityUri: string
  readonly log: Log
}

/** As nginx and Swift log it; nobody reads the reply. */
const clientLeftStatus = 499

/** An unavailable service is usually back soon. */
const retryAfterSeconds = '1'

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

const asFault = (error: unknown, unexpected: string): Fault => {
  if (error instanceof Fault) return error
  if (isDiskFull(error)) {
    const message = 'A disk of the cloud is full. Try again when there is room.'
    return new Fault({ code: 'DiskFull', kind: 'unavailable', message, details: {}, cause: error })
  }
  const kind = error instanceof DeadlineExceeded ? 'unavailable' : 'internal'
  return new Fault({ code: 'UnexpectedError', kind, message: unexpected, details: {}, cause: error })
}

/** Converts all errors into responses. An error that is not a fault is logged completely, and the client learns nothing of it. */
export const faultwrap =
  ({ envelope, statuses = {}, unexpected, identityUri, log }: FaultwrapOptions): Filter =>
  (next) =>
  async (request) => {
    try {
      return await next(request)
    } catch (error) {
      const fault = asFault(error, unexpected)
      const hasLeft = isClientLeft(fault)
      const status = hasLeft ? clientLeftStatus : (statuses[fault.kind] ?? statusOfKind[fault.kind])
      const { operation } = request.state
      if (status >= 500) log.error({ error: fault.cause ?? fault, operation }, 'request failed')
      else if (hasLeft) log.info({ operation }, 'a client left in the midst of its request')
      const { allow } = fault.details
      return withHeaders(envelope(fault, status, request), {
        ...request.state.replyHeaders,
        ...(status === 401 ? { 'www-authenticate': `Keystone uri="${identityUri}"` } : {}),
        ...(status === 503 ? { 'retry-after': retryAfterSeconds } : {}),
        ...(status === 405 && typeof allow === 'string' ? { allow } : {}),
      })
    }
  }
