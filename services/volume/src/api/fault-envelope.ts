import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import type { MicroversionRange } from '@nimbo/http/microversion'
import { json } from '@nimbo/http/reply'
import type { Fault } from '@nimbo/kernel/errors'
import { microversion } from '@nimbo/operation/microversion'

export const versions: MicroversionRange = {
  serviceType: 'volume',
  min: microversion('3.0'),
  max: microversion('3.71'),
}

/** Keys of Cinder's error bodies by status; every other status has `computeFault`, a name inherited from Nova. */
const keys: Readonly<Record<number, string>> = {
  400: 'badRequest',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'itemNotFound',
  405: 'badMethod',
  409: 'conflictingRequest',
  413: 'overLimit',
  415: 'badMediaType',
  501: 'notImplemented',
  503: 'serviceUnavailable',
}

/** The message of a fault; as in Cinder, with advice if the action is unknown. */
const saidOf = ({ code, message }: Fault): string =>
  code === 'NoSuchAction' && message.startsWith('There is no such action')
    ? `${message}. Verify the request body and Content-Type header and try again.`
    : message

/** `{"itemNotFound": {"code": 404, "message": "Volume … could not be found."}}` */
export const faultEnvelope: FaultEnvelope = (fault, status) => {
  const message = saidOf(fault)
  const retry = status === 413 ? { retryAfter: '0' } : {}
  const headers = status === 413 ? { 'retry-after': '0' } : {}
  return json(status, { [keys[status] ?? 'computeFault']: { code: status, message, ...retry } }, headers)
}
