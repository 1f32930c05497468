import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import type { HttpRequest } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import type { Invalid } from '@nimbo/http/validate'
import { STATUS_CODES } from '@nimbo/kernel/node-http'
import { mediaTypeOf } from '@nimbo/operation/content'
import type { Operation } from '@nimbo/operation/operation'
import { errors } from '../errors.ts'
import { operationNames } from './operation-names.ts'

/** A body's schema is named by its title. */
const schemaOf = ({ body }: Operation): string => {
  const { title = 'Request' }: { readonly title?: string } = body ?? {}
  return title
}

/** Barbican's message for an invalid body; of nested properties, it names the outermost. */
export const invalidMessage = (
  { reason, parts, keyword }: Invalid,
  _: 'body' | 'query',
  operation: Operation,
): string => {
  const property = keyword === 'required' ? 'None' : (parts[0] ?? 'None')
  return errors.Invalid({ schema: schemaOf(operation), reason, property }).message
}

/** The fault for a refused policy rule. */
export const forbidden = (rule: string) => errors.Forbidden({ operation: operationNames[rule] ?? 'System' })

/** Throws for a body with another media type than JSON. */
export const requireJson = ({ headers }: HttpRequest, { body }: Operation): void => {
  if (!body || mediaTypeOf(body) !== undefined) return
  const [given = ''] = (headers['content-type'] ?? '').split(';')
  if (given.trim().toLowerCase() !== 'application/json')
    throw errors.WrongRequestType({ expected: "['application/json']" })
}

/** Python's names of statuses, where Node's differ. */
const titles: Readonly<Record<number, string>> = { 413: 'Request Entity Too Large' }

/** Barbican's texts for errors that its framework raises. */
const descriptions: Readonly<Record<string, string>> = { MalformedRequestBody: 'Malformed JSON' }

/** Barbican's error format. */
export const faultEnvelope: FaultEnvelope = ({ code, message }, status) =>
  json(status, {
    ...{ code: status, title: titles[status] ?? STATUS_CODES[status] ?? 'Error' },
    description: descriptions[code] ?? message,
  })
