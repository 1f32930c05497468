import { STATUS_CODES } from '@nimbo/kernel/node-http'
import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import { json } from '@nimbo/http/reply'

/** The format of all errors of the dashboard service. */
export const faultEnvelope: FaultEnvelope = ({ code, message }, status, { state }) =>
  json(status, {
    error: {
      ...{ code: status, title: STATUS_CODES[status] ?? 'Error' },
      ...{ message, type: code, request_id: state.requestId },
    },
  })
