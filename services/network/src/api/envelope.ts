import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import { json } from '@nimbo/http/reply'

/** Type names of errors that Neutron's framework raises, by our kind. */
const frameworkTypes: Readonly<Record<string, string>> = {
  NoSuchPath: 'HTTPNotFound',
  MethodNotAllowed: 'HTTPMethodNotAllowed',
  ValidationError: 'HTTPBadRequest',
  Unauthorized: 'HTTPUnauthorized',
  UnexpectedError: 'HTTPInternalServerError',
}

/** The `type` of 501 replies. */
const unimplemented = 'NotImplementedError'

/** Renders an error as `{"NeutronError": {"type", "message", "detail"}}`. */
export const envelope: FaultEnvelope = ({ code, message }, status) => {
  const type = frameworkTypes[code] ?? code
  if (type === unimplemented) return json(status, { [unimplemented]: { type, message, detail: '' } })
  return json(status, { NeutronError: { type, message, detail: '' } })
}
