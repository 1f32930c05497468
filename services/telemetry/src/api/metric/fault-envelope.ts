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

/** A name of a body that its operation has not: it is told of before what is missing. */
const surplusIn = ({ keyword, parts, value }: Invalid, { body }: Operation): string | undefined => {
  if (keyword !== 'required' || parts.length > 0 || !isObject(value)) return undefined
  const known = body && 'properties' in body && isObject(body.properties) ? body.properties : undefined
  return known && Object.keys(value).find((name) => !Object.hasOwn(known, name))
}

/** In voluptuous' words where it has its own. */
const reasonOf = ({ keyword, reason }: Invalid): string => {
  if (keyword === 'additionalProperties') return 'extra keys not allowed'
  if (keyword === 'required') return 'required key not provided'
  if (keyword === 'minItems') return 'length of value must be at least 1'
  const type = keyword === 'type' ? /is not of type '(\w+)'/.exec(reason)?.[1] : undefined
  return (type && expected[type]) || reason
}

/** What is wrong with a body or a query, as voluptuous says it. */
export const invalidMessage = (invalid: Invalid, _part: unknown, operation: Operation): string => {
  const surplus = surplusIn(invalid, operation)
  const isOfAKey = ['additionalProperties', 'required'].includes(invalid.keyword)
  const at = surplus === undefined ? [...invalid.parts, ...(isOfAKey ? [invalid.property] : [])] : [surplus]
  const reason = surplus === undefined ? reasonOf(invalid) : 'extra keys not allowed'
  return `Invalid input: ${reason}${at.length === 0 ? '' : ` @ data${at.map((part) => `['${part}']`).join('')}`}`
}

const inParts = ['Invalid', 'NotFoundWithDetail']

/** The form of a failure of the metrics service: its description is a sentence, or says cause, reason and detail apart. */
export const faultEnvelope: FaultEnvelope = (fault, status) => {
  const { cause, reason, detail } = fault.details
  const description = inParts.includes(fault.code) ? { cause, reason, detail } : fault.message
  return json(status, { code: status, title: STATUS_CODES[status] ?? 'Error', description })
}

const jsonForms = ['application/json', 'application/json-patch+json']

/** Throws when a request wants what it shows in another form than JSON, or says that its body is in one. */
export const requireJson = ({ headers }: HttpRequest, { method, body, replies }: Operation): void => {
  const { accept, 'content-type': given = '' } = headers
  const showsSomething = method === 'GET' && !isEmpty(Object.values(replies)[0] ?? {})
  if (accept && showsSomething && !takesJson(accept)) throw errors.OnlyJson()
  if (body === undefined || mediaTypeOf(body) !== undefined || given === '') return
  const [type = ''] = given.split(';')
  if (!jsonForms.includes(type.trim().toLowerCase())) throw errors.UnsupportedMedia({ given })
}
