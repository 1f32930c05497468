import { STATUS_CODES } from '@nimbo/kernel/node-http'
import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import { json } from '@nimbo/http/reply'

/** The form in which the page reads failures, whoever failed. */
export const faultEnvelope: FaultEnvelope = ({ code, message }, status, { state }) =>
  json(status, {
    error: {
      ...{ code: status, title: STATUS_CODES[status] ?? 'Error' },
      ...{ message, type: code, request_id: state.requestId },
    },
  })
