import type { Json } from '@nimbo/kernel/json'

/**
 * Thrown by a handler that can never handle this message: it is not redelivered but goes to the dead letters with the reason. A
 * caller receives `answer` as the reply.
 */
export class Rejection extends Error {
  override readonly name = 'Rejection'
  readonly answer: Json | undefined

  constructor(reason: string, answer?: Json) {
    super(reason)
    this.answer = answer
  }
}
