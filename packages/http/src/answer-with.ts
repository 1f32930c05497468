import { isEmpty, mediaTypeOf } from '@nimbo/operation/content'
import type { Microversion } from '@nimbo/operation/microversion'
import type { Operation } from '@nimbo/operation/operation'
import { type Project, projectionOf } from '@nimbo/operation/projection'
import { schemaAt } from '@nimbo/operation/schema-at'
import type { TSchema } from 'typebox'
import { Answer } from './answer.ts'
import { checkReply } from './check-reply.ts'
import type { HttpResponse, Payload } from './message.ts'
import { json } from './reply.ts'

interface Reply {
  readonly status: number
  readonly schema: TSchema
  readonly project: Project
}

type Allows = (rule: string) => boolean

/** Makes the HTTP response from a handler's result, for the caller's microversion and permissions. */
export const answerWith = (
  operation: Operation,
  name: string,
  spelling?: (body: unknown) => string,
): ((given: unknown, version: Microversion, allows: Allows) => HttpResponse) => {
  const replies = Object.entries(operation.replies).map(
    ([status, schema]): Reply => ({ status: Number(status), schema, project: projectionOf(schema) }),
  )
  return (given, version, allows) => {
    const { body, status, headers } = given instanceof Answer ? given : new Answer(given, {})
    const reply = replies.find(
      (one) => (status === undefined || one.status === status) && schemaAt(one.schema, version) !== undefined,
    )
    if (!reply) throw new Error(`${name} has no reply ${status ?? ''} in this version`)
    if (isEmpty(reply.schema)) return { status: reply.status, headers }
    const mediaType = mediaTypeOf(reply.schema)
    if (mediaType !== undefined)
      return {
        status: reply.status,
        headers: { 'content-type': mediaType, ...headers },
        body: body as Payload,
      }
    const shown = reply.project(body, version, allows)
    const text = json(reply.status, shown, headers, spelling)
    checkReply(name, schemaAt(reply.schema, version) ?? reply.schema, text)
    return text
  }
}
