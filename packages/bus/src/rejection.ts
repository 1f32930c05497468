import type { Json } from '@nimbo/kernel/json'

/**
 * Thrown by a handler that will never be able to handle this message: it is not delivered again but goes to the dead
 * letters with the reason. Who called gets `answer`, as if the handler had given it.
 */
export class Rejection extends Error {
  override readonly name = 'Rejection'
  readonly answer: Json | undefined

  constructor(reason: string, answer?: Json) {
    super(reason)
    this.answer = answer
  }
}
