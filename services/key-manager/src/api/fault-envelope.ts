import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import type { HttpRequest } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import type { Invalid } from '@nimbo/http/validate'
import { STATUS_CODES } from '@nimbo/kernel/node-http'
import { mediaTypeOf } from '@nimbo/operation/content'
import type { Operation } from '@nimbo/operation/operation'
import { errors } from '../errors.ts'
import { operationNames } from './operation-names.ts'

/** The schema of a body is named by its title. */
const schemaOf = ({ body }: Operation): string => {
  const { title = 'Request' }: { readonly title?: string } = body ?? {}
  return title
}

/** What is wrong with a body, as Barbican tells it: of several properties in one another the outermost one. */
export const invalidMessage = (
  { reason, parts, keyword }: Invalid,
  _: 'body' | 'query',
  operation: Operation,
): string => {
  const property = keyword === 'required' ? 'None' : (parts[0] ?? 'None')
  return errors.Invalid({ schema: schemaOf(operation), reason, property }).message
}

/** The fault for what a rule refuses. */
export const forbidden = (rule: string) => errors.Forbidden({ operation: operationNames[rule] ?? 'System' })

/** Bodies are JSON. Throws for one that says it is something else. */
export const requireJson = ({ headers }: HttpRequest, { body }: Operation): void => {
  if (!body || mediaTypeOf(body) !== undefined) return
  const [given = ''] = (headers['content-type'] ?? '').split(';')
  if (given.trim().toLowerCase() !== 'application/json')
    throw errors.WrongRequestType({ expected: "['application/json']" })
}

/** Python's names of statuses, where Node has others. */
const titles: Readonly<Record<number, string>> = { 413: 'Request Entity Too Large' }

/** What others than Barbican's own code say in Barbican's words. */
const descriptions: Readonly<Record<string, string>> = { MalformedRequestBody: 'Malformed JSON' }

/** Barbican's form of a failure. */
export const faultEnvelope: FaultEnvelope = ({ code, message }, status) =>
  json(status, {
    ...{ code: status, title: titles[status] ?? STATUS_CODES[status] ?? 'Error' },
    description: descriptions[code] ?? message,
  })
