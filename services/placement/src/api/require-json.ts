import type { HttpRequest } from '@nimbo/http/message'
import { takesJson } from '@nimbo/http/takes-json'
import { isEmpty } from '@nimbo/operation/content'
import type { Operation } from '@nimbo/operation/operation'
import { errors } from '../errors.ts'

const json = 'application/json'

const showsSomething = ({ method, on, replies }: Operation): boolean =>
  method === 'GET' && on.kind !== 'open' && !isEmpty(Object.values(replies)[0] ?? {})

/** Throws when a request accepts no JSON, or its body is not JSON. */
export const requireJson = ({ headers }: HttpRequest, operation: Operation): void => {
  const { accept } = headers
  if (accept && showsSomething(operation) && !takesJson(accept)) throw errors.OnlyJson({ type: json })
  const type = headers['content-type'] ?? ''
  if (type === '' && Number(headers['content-length']) > 0)
    throw errors.Invalid({ reason: 'content-type header required when content-length > 0' })
  const [given = ''] = type.split(';')
  if (operation.body && given.trim().toLowerCase() !== json)
    throw errors.UnsupportedMedia({ given: given === '' ? 'None' : given, wanted: json })
}
