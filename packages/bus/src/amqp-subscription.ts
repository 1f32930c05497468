import type { Clock } from '@nimbo/kernel/clock'
import type { Json } from '@nimbo/kernel/json'
import type { Log } from '@nimbo/kernel/log'
import type { AsyncMessage, Channel } from 'rabbitmq-client'
import { AckBatch } from './ack-batch.ts'
import type { BrokerLink } from './broker-link.ts'
import type { Handler, Subscription } from './bus.ts'
import type { BusObserver } from './bus-observer.ts'
import { LastingChannel } from './lasting-channel.ts'
import type { QueueDepth } from './queue-depth.ts'
import { Rejection } from './rejection.ts'
import type { ReplySender } from './reply-sender.ts'
import { Slots } from './slots.ts'
import type { ListenedQueues, Topology } from './topology.ts'
import { type Received, receivedOf } from './wire-message.ts'

export interface AmqpSubscriptionOptions {
  readonly topic: string
  /** The topic, or topic and server, for log lines. */
  readonly name: string
  /** Declares the queues on each new channel. */
  readonly declare: (channel: Channel) => Promise<ListenedQueues>
  readonly handler: Handler
  readonly concurrency: number
  readonly link: BrokerLink
  readonly replies: ReplySender
  readonly topology: Topology
  readonly clock: Clock
  readonly log: Log
  readonly observer: BusObserver
}

/** How long a requeued message may be neither in the queue nor delivered again, in ms; a busy broker takes long. */
const comesBackWithinMs = 10_000

/** The result of one handling, shared by all deliveries of the message that arrive meanwhile. */
type Outcome =
  | { readonly kind: 'done'; readonly output: Json | undefined }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'rejected'; readonly reason: string; readonly answer: Json | undefined }

/** One listener with its consumers on a channel of its own, restored after every loss. */
export class AmqpSubscription implements Subscription {
  readonly #options: AmqpSubscriptionOptions
  readonly #channel: LastingChannel
  readonly #slots: Slots
  /** Messages being handled: after a lost connection the broker redelivers them. */
  readonly #handling = new Map<string, Promise<Outcome>>()
  readonly #running = new Set<Promise<void>>()
  #received = 0
  #queues: readonly string[] = []
  /** The durable queues of this listener. */
  #ownQueues: readonly string[] = []
  #acks: AckBatch | undefined
  #closing: Promise<void> | undefined
  #consumers: string[] = []
  /** Requeued messages that were not redelivered yet, with a deadline; oldest first. Another listener may have received them. */
  readonly #givenBack = new Map<string, number>()

  constructor(options: AmqpSubscriptionOptions) {
    this.#options = options
    this.#slots = new Slots(options.concurrency)
    const { link, clock, log } = options
    this.#channel = new LastingChannel({ link, clock, log, setUp: (channel) => this.#setUp(channel) })
  }

  ready(withinMs: number): Promise<unknown> {
    return this.#channel.ready(withinMs)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /** How many deliveries have arrived. */
  get received(): number {
    return this.#received
  }

  /** Whether nothing is being handled and nothing waits in this listener's queues; false while the broker is away. */
  async isIdle(): Promise<boolean> {
    if (this.#closing) return this.#running.size === 0
    this.#forgetGivenBack()
    if (this.#givenBack.size > 0) return false
    const channel = this.#channel.current
    if (channel === undefined) return false
    for (const queue of this.#queues) {
      const { messageCount } = await channel.queueDeclare({ queue, passive: true })
      if (messageCount > 0) return false
    }
    return this.#running.size === 0
  }

  /** The depths of this listener's queues without fanout queues; none while the broker is away. */
  async depths(): Promise<readonly QueueDepth[]> {
    const channel = this.#channel.current
    if (channel === undefined || this.#closing) return []
    return Promise.all(
      this.#ownQueues.map(async (queue) => {
        const { messageCount, consumerCount } = await channel.queueDeclare({ queue, passive: true })
        return { queue, ready: messageCount, consumers: consumerCount }
      }),
    )
  }

  async #close(): Promise<void> {
    const channel = this.#channel.current
    // A channel that closed by itself took its consumers with it.
    if (channel) await this.#options.link.awaitClose(this.#cancel(channel))
    while (this.#running.size > 0) await Promise.all(this.#running)
    this.#acks?.flush()
    await this.#channel.close()
  }

  async #cancel(channel: Channel): Promise<void> {
    for (const consumerTag of this.#consumers) await channel.basicCancel({ consumerTag })
  }

  async #setUp(channel: Channel): Promise<void> {
    const { declare, concurrency } = this.#options
    const acks = new AckBatch(channel)
    const { lasting, passing } = await declare(channel)
    this.#ownQueues = lasting
    this.#queues = [...passing, ...lasting]
    this.#acks = acks
    this.#consumers = []
    // The prefetch limit is per consumer, because quorum queues have none per channel; the concurrency limit is enforced here as
    // well.
    await channel.basicQos({ prefetchCount: concurrency })
    for (const queue of this.#queues) {
      const take = (message: AsyncMessage) => this.#take(message, acks)
      const { consumerTag } = await channel.basicConsume({ queue }, take)
      this.#consumers.push(consumerTag)
    }
  }

  #take(message: AsyncMessage, acks: AckBatch): void {
    const { clock, observer, topic } = this.#options
    const received = receivedOf(message)
    acks.delivered(received.tag)
    this.#givenBack.delete(received.id)
    this.#received += 1
    if (this.#closing) return
    if (received.sentAt !== undefined) observer.delivered(topic, clock.now() - received.sentAt)
    const running: Promise<void> = this.#handle(received, acks).finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async #handle(received: Received, acks: AckBatch): Promise<void> {
    const { replies } = this.#options
    const stopSigns = replies.showLife(received)
    const outcome = await this.#outcomeOf(received)
    stopSigns()
    if (outcome !== 'expired') await replies.answer(received, outcome)
    this.#settle(received, outcome, acks)
  }

  async #outcomeOf(received: Received): Promise<Outcome | 'expired'> {
    const { clock } = this.#options
    const under = this.#handling.get(received.id)
    if (under) return under
    const since = clock.now()
    await this.#slots.take()
    try {
      if (received.expiresMs !== undefined && clock.now() - since >= received.expiresMs) return 'expired'
      const handling = this.#run(received)
      this.#handling.set(received.id, handling)
      return await handling
    } finally {
      this.#handling.delete(received.id)
      this.#slots.release()
    }
  }

  async #run({ body, redelivered }: Received): Promise<Outcome> {
    if (body === undefined) return { kind: 'rejected', reason: 'not JSON', answer: undefined }
    try {
      return { kind: 'done', output: await this.#options.handler(body, { redelivered }) }
    } catch (error) {
      if (error instanceof Rejection) return { kind: 'rejected', reason: error.message, answer: error.answer }
      return { kind: 'failed', error }
    }
  }

  #settle(received: Received, outcome: Outcome | 'expired', acks: AckBatch): void {
    if (outcome === 'expired' || outcome.kind === 'done') acks.ack(received.tag)
    else if (outcome.kind === 'rejected') this.#giveUp(received, outcome.reason, acks)
    else this.#settleFailed(received, outcome.error, acks)
  }

  #settleFailed(received: Received, error: unknown, acks: AckBatch): void {
    const { log, name, topology } = this.#options
    const delivery = received.failures + 1
    const fields = { target: name, messageId: received.id, delivery, error }
    log.error(fields, 'a message handler threw')
    // Fanout queues do not count deliveries; there the second delivery is the last.
    const last = received.kind === 'fanout' ? received.redelivered : delivery >= topology.maxDeliveries
    if (received.kind === 'call') acks.ack(received.tag)
    else if (last) this.#giveUp(received, 'too many deliveries failed', acks)
    else {
      this.#forgetGivenBack()
      this.#givenBack.set(received.id, this.#options.clock.now())
      acks.nack(received.tag, true)
    }
  }

  #forgetGivenBack(): void {
    const oldest = this.#options.clock.now() - comesBackWithinMs
    for (const [id, at] of this.#givenBack) {
      if (at > oldest) return
      this.#givenBack.delete(id)
    }
  }

  #giveUp(received: Received, reason: string, acks: AckBatch): void {
    const { log, topic, name, observer } = this.#options
    log.warn({ target: name, messageId: received.id, reason }, 'gave up on a message')
    observer.deadLettered(topic, reason)
    acks.nack(received.tag, false)
  }
}
