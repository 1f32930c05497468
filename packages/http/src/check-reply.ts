import { isEmpty, shapeOf } from '@nimbo/operation/content'
import type { Operation } from '@nimbo/operation/operation'
import type { TSchema } from 'typebox'
import type { HttpResponse } from './message.ts'
import { schemaChecker } from './validate.ts'

/** Node's test runner says so to the processes that it starts, and they to theirs. */
const isTested = process.env.NODE_TEST_CONTEXT !== undefined

const check = schemaChecker('reply')

/**
 * Throws when a reply is not what its operation declares. Only tests pay for this: whoever runs a cloud trusts that every
 * reply of the test suite was checked.
 */
export const checkReply = (name: string, schema: TSchema, { status, body }: HttpResponse): void => {
  if (!isTested || typeof body !== 'string') return
  requireShape(name, status, schema, body)
}

/**
 * The same for an API that makes its replies itself: their status is one that the operation declares, they have a body only
 * where it does, and JSON is of the shape that it gives.
 */
export const checkOwnReply = (operation: Operation, name: string, reply: HttpResponse): void => {
  if (!isTested || reply.status >= 400) return
  const { status, headers, body = '' } = reply
  const schema = operation.replies[status]
  if (!schema) throw complaint(`${name} answered ${status}, which it does not declare`)
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return
  if (isEmpty(schema) && body.length > 0) throw complaint(`${name} answered ${status} with a body`)
  const shape = shapeOf(schema)
  if (shape && headers['content-type']?.startsWith('application/json'))
    requireShape(name, status, shape, body.toString())
}

const requireShape = (name: string, status: number, schema: TSchema, text: string): void => {
  const invalid = check(schema)(JSON.parse(text))
  if (!invalid) return
  throw complaint(`${name} answered ${status} against its declaration: ${invalid.path}: ${invalid.reason}`)
}

/** What is wrong, which is told at once: a client may see no more than that the cloud failed. */
const complaint = (text: string): Error => {
  process.stderr.write(`${text}\n`)
  return new Error(text)
}
