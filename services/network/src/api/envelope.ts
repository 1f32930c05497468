import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import { json } from '@nimbo/http/reply'

/** Failures that come from below the service, under the names Neutron's own framework gives them. */
const frameworkTypes: Readonly<Record<string, string>> = {
  NoSuchPath: 'HTTPNotFound',
  MethodNotAllowed: 'HTTPMethodNotAllowed',
  ValidationError: 'HTTPBadRequest',
  Unauthorized: 'HTTPUnauthorized',
  UnexpectedError: 'HTTPInternalServerError',
}

/** What is not done here has an envelope of its own. */
const unimplemented = 'NotImplementedError'

/** `{"NeutronError": {"type", "message", "detail"}}` */
export const envelope: FaultEnvelope = ({ code, message }, status) => {
  const type = frameworkTypes[code] ?? code
  if (type === unimplemented) return json(status, { [unimplemented]: { type, message, detail: '' } })
  return json(status, { NeutronError: { type, message, detail: '' } })
}
