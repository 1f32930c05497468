import { STATUS_CODES } from '@nimbo/kernel/node-http'
import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import { json } from '@nimbo/http/reply'

const explanations: Readonly<Record<number, string>> = {
  400: 'The server could not comply with the request since it is either malformed or otherwise incorrect.',
  401: 'This server could not verify that you are authorized to access the document you requested.',
  403: 'Access was denied to this resource.',
  404: 'The resource could not be found.',
  405: 'The method is not allowed for this resource.',
  409: 'There was a conflict when trying to complete your request.',
  413: 'The request is larger than the server takes.',
  503: 'The server is currently unavailable. Please try again at a later time.',
}

const erred = 'The server has either erred or is incapable of performing the requested operation.'

/** Heat's names of error types where they differ from Nimbo's error codes. */
const types: Readonly<Record<string, string>> = {
  NoSuchPath: 'HTTPNotFound',
  MethodNotAllowed: 'HTTPMethodNotAllowed',
  MalformedRequestBody: 'HTTPBadRequest',
  ValidationError: 'HTTPBadRequest',
  NoSuchAction: 'HTTPBadRequest',
  BadRequest: 'HTTPBadRequest',
  Unauthorized: 'HTTPUnauthorized',
}

/** Heat's error format: `{"code": 404, "title": "Not Found", "explanation": …, "error": {"type": "EntityNotFound", …}}` */
export const faultEnvelope: FaultEnvelope = ({ code, message }, status) =>
  json(status, {
    code: status,
    title: STATUS_CODES[status] ?? 'Error',
    explanation: explanations[status] ?? erred,
    error: { type: types[code] ?? code, message, traceback: null },
  })
