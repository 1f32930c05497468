import type { Channel } from 'rabbitmq-client'

/**
 * Collects the acknowledgements of one channel. Those of one turn of the event loop are sent together, as a single frame if
 * nothing older is unacknowledged: each frame is an entry in a quorum queue's log.
 */
export class AckBatch {
  readonly #channel: Channel
  /** Unacknowledged delivery tags in order of delivery. */
  readonly #inHand = new Set<number>()
  #done: number[] = []
  #scheduled = false

  constructor(channel: Channel) {
    this.#channel = channel
  }

  delivered(tag: number): void {
    this.#inHand.add(tag)
  }

  ack(tag: number): void {
    this.#inHand.delete(tag)
    this.#done.push(tag)
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.flush())
  }

  /** Rejects a message: it is redelivered, or (without `requeue`) goes to the dead letters. */
  nack(tag: number, requeue: boolean): void {
    this.flush()
    this.#inHand.delete(tag)
    if (this.#channel.active) this.#channel.basicNack({ deliveryTag: tag, requeue })
  }

  flush(): void {
    this.#scheduled = false
    const done = this.#done.sort((a, b) => a - b)
    this.#done = []
    if (!this.#channel.active || done.length === 0) return
    const [oldest = Number.POSITIVE_INFINITY] = this.#inHand
    const together = done.filter((tag) => tag < oldest)
    const last = together.at(-1)
    if (last !== undefined) this.#channel.basicAck({ deliveryTag: last, multiple: true })
    for (const tag of done.slice(together.length)) this.#channel.basicAck({ deliveryTag: tag })
  }
}
