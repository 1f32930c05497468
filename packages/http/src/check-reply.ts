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
  const invalid = check(schema)(JSON.parse(body))
  if (!invalid) return
  const complaint = `${name} answered ${status} against its declaration: ${invalid.path}: ${invalid.reason}`
  process.stderr.write(`${complaint}\n`)
  throw new Error(complaint)
}
