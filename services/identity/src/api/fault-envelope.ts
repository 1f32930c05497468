import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import { json } from '@nimbo/http/reply'
import type { Invalid } from '@nimbo/http/validate'

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

/** Keystone's form of an error in JSON; a 401 also names the Keystone URL in `WWW-Authenticate`. */
export const faultEnvelope =
  (identityUri: string): FaultEnvelope =>
  ({ message }, status) =>
    json(
      status,
      { error: { code: status, message, title: titles[status] ?? 'Error' } },
      {
        vary: 'X-Auth-Token',
        ...(status === 401 ? { 'www-authenticate': `Keystone uri="${identityUri}"` } : {}),
      },
    )

/** The message for a request that does not match its schema. The path of a field in a body begins below the body's only key. */
export const invalidMessage = ({ path, reason }: Invalid, part: 'body' | 'query'): string => {
  const [, ...below] = path.split('.')
  const field = part === 'body' ? below.join('/') : path
  return field === '' ? reason : `Invalid input for field '${field}': ${reason}`
}
