import { STATUS_CODES } from '@nimbo/kernel/node-http'
import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import { json } from '@nimbo/http/reply'
import type { Invalid } from '@nimbo/http/validate'
import type { Operation } from '@nimbo/operation/operation'
import type { HttpRequest } from '@nimbo/http/message'
import { takesJson } from '@nimbo/http/takes-json'
import { isEmpty, mediaTypeOf } from '@nimbo/operation/content'
import { errors } from '../../metric-errors.ts'

const expected: Readonly<Record<string, string>> = {
  array: 'expected a list',
  object: 'expected a dictionary',
  string: 'expected str',
  integer: 'expected int',
  number: 'expected float',
  boolean: 'expected bool',
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A property in the body that the operation does not define; it is reported rather than a missing one. */
const surplusIn = ({ keyword, parts, value }: Invalid, { body }: Operation): string | undefined => {
  if (keyword !== 'required' || parts.length > 0 || !isObject(value)) return undefined
  const known = body && 'properties' in body && isObject(body.properties) ? body.properties : undefined
  return known && Object.keys(value).find((name) => !Object.hasOwn(known, name))
}

/** The reason in voluptuous' wording where it has one. */
const reasonOf = ({ keyword, reason }: Invalid): string => {
  if (keyword === 'additionalProperties') return 'extra keys not allowed'
  if (keyword === 'required') return 'required key not provided'
  if (keyword === 'minItems') return 'length of value must be at least 1'
  const type = keyword === 'type' ? /is not of type '(\w+)'/.exec(reason)?.[1] : undefined
  return (type && expected[type]) || reason
}

/** The message for an invalid body or query, in voluptuous' wording. */
export const invalidMessage = (invalid: Invalid, _part: unknown, operation: Operation): string => {
  const surplus = surplusIn(invalid, operation)
  const isOfAKey = ['additionalProperties', 'required'].includes(invalid.keyword)
  const at = surplus === undefined ? [...invalid.parts, ...(isOfAKey ? [invalid.property] : [])] : [surplus]
  const reason = surplus === undefined ? reasonOf(invalid) : 'extra keys not allowed'
  return `Invalid input: ${reason}${at.length === 0 ? '' : ` @ data${at.map((part) => `['${part}']`).join('')}`}`
}

const inParts = ['Invalid', 'NotFoundWithDetail']

/**
 * The body of a failed request of the metrics service: its description is a sentence, or an object of cause, reason and detail.
 */
export const faultEnvelope: FaultEnvelope = (fault, status) => {
  const { cause, reason, detail } = fault.details
  const description = inParts.includes(fault.code) ? { cause, reason, detail } : fault.message
  return json(status, { code: status, title: STATUS_CODES[status] ?? 'Error', description })
}

const jsonForms = ['application/json', 'application/json-patch+json']

/** Throws when the client does not accept JSON for a reply that has a body, or sends a body of another type. */
export const requireJson = ({ headers }: HttpRequest, { method, body, replies }: Operation): void => {
  const { accept, 'content-type': given = '' } = headers
  const showsSomething = method === 'GET' && !isEmpty(Object.values(replies)[0] ?? {})
  if (accept && showsSomething && !takesJson(accept)) throw errors.OnlyJson()
  if (body === undefined || mediaTypeOf(body) !== undefined || given === '') return
  const [type = ''] = given.split(';')
  if (!jsonForms.includes(type.trim().toLowerCase())) throw errors.UnsupportedMedia({ given })
}
