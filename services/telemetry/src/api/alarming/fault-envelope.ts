import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import { json } from '@nimbo/http/reply'
import type { Invalid } from '@nimbo/http/validate'

/** The message for an invalid body or query. */
export const invalidMessage = ({ reason, path }: Invalid): string =>
  `Invalid input for field/attribute ${path}. ${reason}`

/** The body of a failed request, for the alarm API and Ceilometer's API. */
export const faultEnvelope: FaultEnvelope = ({ message }, status) =>
  json(status, {
    error_message: {
      ...{ faultstring: message, debuginfo: null },
      faultcode: status < 500 ? 'Client' : 'Server',
    },
  })
