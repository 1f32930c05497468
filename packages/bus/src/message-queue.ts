import type { Json } from '@nimbo/kernel/json'
import type { Handler } from './bus.ts'

/** A message on its way: a copy of what was sent, and with somebody waiting for the answer if it is a call. */
export interface Parcel {
  readonly topic: string
  /** As it was sent, however often it is delivered: a handler gets a copy of its own, unless it is a call's, which comes once. */
  readonly body: Json
  /** In milliseconds since the epoch. */
  readonly sentAt: number
  readonly answer: ((result: AnswerOf) => void) | undefined
  deliveries: number
}

/** A copy of the answer (`undefined` when there is none), or that the handler failed. */
export type AnswerOf = { readonly output: Json | undefined } | 'failed'

/** One listener: how much it takes at once, and what it is doing. */
export interface Consumer {
  readonly handler: Handler
  readonly concurrency: number
  /** Where it takes messages from; what is fanned out comes first. */
  readonly queues: readonly MessageQueue[]
  readonly running: Set<Promise<void>>
}

/** Messages in order of arrival, dealt out in turn to the consumers that have a hand free. */
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

  /** Puts back what was not handled, before what came later. */
  putBack(parcel: Parcel): void {
    this.#waiting.unshift(parcel)
  }

  /** Takes back what nobody has begun to handle. */
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

  /** The next message and whose turn it is, or nothing when either is wanting. */
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
