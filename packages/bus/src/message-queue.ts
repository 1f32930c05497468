import type { Json } from '@nimbo/kernel/json'
import type { Handler } from './bus.ts'

/** A message: a copy of what was sent, with the pending reply for a call. */
export interface Parcel {
  readonly topic: string
  /** Copied for each delivery, except for calls, which are delivered once. */
  readonly body: Json
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  readonly answer: ((result: AnswerOf) => void) | undefined
  deliveries: number
}

/** A copy of the reply (`undefined` for none), or that the handler failed. */
export type AnswerOf = { readonly output: Json | undefined } | 'failed'

/** A listener with its limit and its current messages. */
export interface Consumer {
  readonly handler: Handler
  readonly concurrency: number
  /** The queues it receives from; fanouts come first. */
  readonly queues: readonly MessageQueue[]
  readonly running: Set<Promise<void>>
}

/** A FIFO of messages, distributed round robin to consumers with free capacity. */
export class MessageQueue {
  readonly name: string
  readonly #waiting: Parcel[] = []
  readonly #consumers: Consumer[] = []

  constructor(name: string) {
    this.name = name
  }

  get length(): number {
    return this.#waiting.length
  }

  get hasConsumers(): boolean {
    return this.#consumers.length > 0
  }

  add(parcel: Parcel): void {
    this.#waiting.push(parcel)
  }

  /** Puts back an unhandled message before later ones. */
  putBack(parcel: Parcel): void {
    this.#waiting.unshift(parcel)
  }

  /** Removes a message that nobody handles yet. */
  remove(parcel: Parcel): void {
    const index = this.#waiting.indexOf(parcel)
    if (index >= 0) this.#waiting.splice(index, 1)
  }

  join(consumer: Consumer): void {
    this.#consumers.push(consumer)
  }

  leave(consumer: Consumer): void {
    const index = this.#consumers.indexOf(consumer)
    if (index >= 0) this.#consumers.splice(index, 1)
  }

  /** The next message with its consumer, or undefined when there is none of either. */
  deal(): { parcel: Parcel; consumer: Consumer } | undefined {
    if (this.#waiting.length === 0) return undefined
    const free = this.#consumers.findIndex(({ running, concurrency }) => running.size < concurrency)
    const consumer = this.#consumers[free]
    if (consumer === undefined) return undefined
    const parcel = this.#waiting.shift()
    if (parcel === undefined) return undefined
    this.#consumers.splice(free, 1)
    this.#consumers.push(consumer)
    return { parcel, consumer }
  }
}
