import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import { json } from '@nimbo/http/reply'
import type { Invalid } from '@nimbo/http/validate'

/** What is wrong with a body or a query. */
export const invalidMessage = ({ reason, path }: Invalid): string =>
  `Invalid input for field/attribute ${path}. ${reason}`

/** The form of a failure of alarms and of the older API of samples. */
export const faultEnvelope: FaultEnvelope = ({ message }, status) =>
  json(status, {
    error_message: {
      ...{ faultstring: message, debuginfo: null },
      faultcode: status < 500 ? 'Client' : 'Server',
    },
  })
