import { Readable } from 'node:stream'
import { isEmpty, shapeOf } from '@nimbo/operation/content'
import type { Operation } from '@nimbo/operation/operation'
import type { TSchema } from 'typebox'
import { JsonBody } from './json-body.ts'
import type { HttpResponse } from './message.ts'
import { schemaChecker } from './validate.ts'

/** Set by Node's test runner for its child processes, and inherited by theirs. */
const isTested = process.env.NODE_TEST_CONTEXT !== undefined

const check = schemaChecker('reply')

/**
 * Throws when a reply does not match its operation's schema, and makes a later modification of its value throw. Runs in tests only,
 * so it costs nothing in production.
 */
export const checkReply = (name: string, schema: TSchema, { status, body }: HttpResponse): void => {
  if (!isTested || !(typeof body === 'string' || body instanceof JsonBody)) return
  requireShape(name, status, schema, body.toString())
  if (body instanceof JsonBody) body.freeze()
}

/**
 * The same for an API that makes its own replies: checks that the status is declared, that there is a body only where declared,
 * and that JSON matches the schema.
 */
export const checkOwnReply = (operation: Operation, name: string, reply: HttpResponse): void => {
  if (!isTested || reply.status >= 400) return
  const { status, headers, body = '' } = reply
  const schema = operation.replies[status]
  if (!schema) throw complaint(`${name} answered ${status}, which it does not declare`)
  if (body instanceof Readable) return
  if (isEmpty(schema) && body.toString().length > 0) throw complaint(`${name} answered ${status} with a body`)
  const shape = shapeOf(schema)
  if (shape && headers['content-type']?.startsWith('application/json'))
    requireShape(name, status, shape, body.toString())
}

const requireShape = (name: string, status: number, schema: TSchema, text: string): void => {
  const invalid = check(schema)(JSON.parse(text))
  if (!invalid) return
  throw complaint(`${name} answered ${status} against its declaration: ${invalid.path}: ${invalid.reason}`)
}

/** Also printed at once, because a client may only see a 500. */
const complaint = (text: string): Error => {
  process.stderr.write(`${text}\n`)
  return new Error(text)
}
