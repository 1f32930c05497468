import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import type { HttpResponse } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import type { Invalid } from '@nimbo/http/validate'
import { errors } from '../errors.ts'

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Request Entity Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
}

/** What Keystone's web framework answers for a path that no operation has. */
const nowhere = `<!doctype html>
<html lang=en>
<title>404 Not Found</title>
<h1>Not Found</h1>
<p>The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.</p>
`

/** Errors of requests that match no operation have the formats of Keystone's web framework. */
const beforeOperations = (code: string, status: number): HttpResponse | undefined => {
  if (code === 'NoSuchPath')
    return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: nowhere }
  if (code === 'MethodNotAllowed')
    return json(status, { message: 'The method is not allowed for the requested URL.' })
  return undefined
}

const notJson = errors.NotExpected({ attribute: 'valid JSON', target: 'request body' }).message

/** Keystone's form of an error in JSON; a 401 also names the Keystone URL in `WWW-Authenticate`. */
export const faultEnvelope =
  (identityUri: string): FaultEnvelope =>
  ({ code, message, details: { identity } }, status) =>
    beforeOperations(code, status) ??
    json(
      status,
      {
        error: {
          code: status,
          message: code === 'MalformedRequestBody' ? notJson : message,
          title: titles[status] ?? 'Error',
          ...(status === 401 && identity !== undefined ? { identity } : {}),
        },
      },
      {
        vary: 'X-Auth-Token',
        ...(status === 401 ? { 'www-authenticate': `Keystone uri="${identityUri}"` } : {}),
      },
    )

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The message for a request that does not match its schema. The path of a field in a body begins below the body's only key. */
export const invalidMessage = ({ path, reason, value }: Invalid, part: 'body' | 'query'): string => {
  if (part === 'body' && path === '' && !isObject(value)) return notJson
  const [, ...below] = path.split('.')
  const field = part === 'body' ? below.join('/') : path
  return field === '' ? reason : `Invalid input for field '${field}': ${reason}`
}
