import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { copyJson } from '@nimbo/kernel/copy-json'
import type { Json } from '@nimbo/kernel/json'
import { type Log, silentLog } from '@nimbo/kernel/log'
import {
  type Bus,
  type CallOptions,
  defaultResponseTimeoutMs,
  type Handler,
  type ListenOptions,
  type NotificationSource,
  type NotificationTarget,
  type Subscription,
  type Target,
} from './bus.ts'
import { type BusObserver, noBusObserver } from './bus-observer.ts'
import { errors } from './errors.ts'
import { type AnswerOf, type Consumer, MessageQueue, type Parcel } from './message-queue.ts'
import { NotificationQueues } from './notification-queues.ts'
import { Rejection } from './rejection.ts'

export interface MemoryBusOptions {
  readonly clock?: Clock
  readonly log?: Log
  readonly observer?: BusObserver
  /** Default timeout of calls in ms (default 60,000). */
  readonly responseTimeoutMs?: number
  /** Maximum of messages in one queue (default 10,000). */
  readonly queueLimit?: number
  /** How often a message is delivered whose handler throws (default 3). */
  readonly maxDeliveries?: number
}

const defaultConcurrency = 64

const nameOf = ({ topic, server }: Target): string => (server === undefined ? topic : `${topic}.${server}`)

/** A bus within one process. Its messages are lost with the process, so durable work must not depend on a message alone. */
export const memoryBus = (options: MemoryBusOptions = {}): Bus => new MemoryBus(options)

class MemoryBus implements Bus {
  readonly #clock: Clock
  readonly #log: Log
  readonly #observer: BusObserver
  readonly #responseTimeoutMs: number
  readonly #queueLimit: number
  readonly #maxDeliveries: number
  readonly #queues = new Map<string, MessageQueue>()
  /** One queue per listener of a topic. */
  readonly #fanouts = new Map<string, Set<MessageQueue>>()
  readonly #notifications = new NotificationQueues()
  readonly #subscriptions = new Set<Subscription>()
  readonly #pendingCalls = new Set<(error: Error) => void>()
  #handling = 0
  #idleWaiters: (() => void)[] = []
  #closed = false

  constructor({
    clock = systemClock,
    log = silentLog,
    observer = noBusObserver,
    responseTimeoutMs = defaultResponseTimeoutMs,
    queueLimit = 10_000,
    maxDeliveries = 3,
  }: MemoryBusOptions) {
    this.#clock = clock
    this.#log = log
    this.#observer = observer
    this.#responseTimeoutMs = responseTimeoutMs
    this.#queueLimit = queueLimit
    this.#maxDeliveries = maxDeliveries
  }

  call(
    target: Target,
    message: Json,
    { timeoutMs = this.#responseTimeoutMs }: CallOptions = {},
  ): Promise<Json | undefined> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        cancelTimer()
        this.#pendingCalls.delete(fail)
        settle()
      }
      const fail = (error: Error) => {
        queue.remove(parcel)
        finish(() => reject(error))
      }
      const answer = (result: AnswerOf) => {
        if (result === 'failed') return fail(errors.HandlerFailed({ target: queue.name }))
        finish(() => resolve(result.output))
      }
      const parcel = this.#parcel(target.topic, message, answer)
      const queue = this.#enqueue(this.#queue(target), parcel)
      this.#observer.published(target.topic, 'call')
      this.#pendingCalls.add(fail)
      const cancelTimer = this.#clock.after(timeoutMs, () =>
        fail(errors.MessagingTimeout({ target: queue.name, timeoutMs })),
      )
    })
  }

  async cast(target: Target, message: Json): Promise<void> {
    this.#enqueue(this.#queue(target), this.#parcel(target.topic, message))
    this.#observer.published(target.topic, 'cast')
  }

  async fanout({ topic }: { readonly topic: string }, message: Json): Promise<void> {
    this.#refuseWhenClosed()
    for (const queue of this.#fanouts.get(topic) ?? []) this.#enqueue(queue, this.#parcel(topic, message))
    this.#observer.published(topic, 'fanout')
  }

  async listen(
    target: Target,
    handler: Handler,
    { concurrency = defaultConcurrency }: ListenOptions = {},
  ): Promise<Subscription> {
    this.#refuseWhenClosed()
    const { topic, server } = target
    const fanout = new MessageQueue(`${topic} (fanout)`)
    const fanouts = this.#fanouts.get(topic) ?? new Set()
    this.#fanouts.set(topic, fanouts.add(fanout))
    const queues = [fanout, this.#queue({ topic }), ...(server === undefined ? [] : [this.#queue(target)])]
    return this.#consume({ handler, concurrency, queues, running: new Set() }, () => fanouts.delete(fanout))
  }

  async notify(target: NotificationTarget, message: Json): Promise<void> {
    this.#refuseWhenClosed()
    for (const queue of this.#notifications.of(target))
      this.#enqueue(queue, this.#parcel(target.topic, message))
    this.#observer.published(target.topic, 'notification')
  }

  async subscribe(
    source: NotificationSource,
    handler: Handler,
    { concurrency = defaultConcurrency }: ListenOptions = {},
  ): Promise<Subscription> {
    this.#refuseWhenClosed()
    const queues = [this.#notifications.open(source)]
    return this.#consume({ handler, concurrency, queues, running: new Set() })
  }

  #consume(consumer: Consumer, closed: () => void = () => {}): Subscription {
    const { queues } = consumer
    for (const queue of queues) queue.join(consumer)
    this.#pump(queues)
    const subscription: Subscription = {
      close: async () => {
        closed()
        for (const queue of queues) queue.leave(consumer)
        this.#subscriptions.delete(subscription)
        this.#tellIfIdle()
        await Promise.all(consumer.running)
      },
    }
    this.#subscriptions.add(subscription)
    return subscription
  }

  async close(): Promise<void> {
    this.#closed = true
    const closing = [...this.#subscriptions].map((subscription) => subscription.close())
    await Promise.all(closing)
    for (const fail of [...this.#pendingCalls]) fail(errors.BusClosed())
  }

  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idleWaiters.push(resolve)
      this.#tellIfIdle()
    })
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw errors.BusClosed()
  }

  #queue(target: Target): MessageQueue {
    const name = nameOf(target)
    const queue = this.#queues.get(name) ?? new MessageQueue(name)
    this.#queues.set(name, queue)
    return queue
  }

  #parcel(topic: string, message: Json, answer?: Parcel['answer']): Parcel {
    return { topic, body: copyJson(message), answer, sentAt: this.#clock.now(), deliveries: 0 }
  }

  #enqueue(queue: MessageQueue, parcel: Parcel): MessageQueue {
    this.#refuseWhenClosed()
    if (queue.length >= this.#queueLimit)
      throw errors.QueueFull({ target: queue.name, limit: this.#queueLimit })
    queue.add(parcel)
    this.#pump([queue])
    return queue
  }

  #pump(queues: readonly MessageQueue[]): void {
    for (const queue of queues)
      for (let dealt = queue.deal(); dealt !== undefined; dealt = queue.deal())
        this.#begin(queue, dealt.parcel, dealt.consumer)
  }

  #begin(queue: MessageQueue, parcel: Parcel, consumer: Consumer): void {
    this.#handling++
    const running: Promise<void> = this.#handle(queue, parcel, consumer.handler).finally(() => {
      this.#handling--
      consumer.running.delete(running)
      this.#pump([queue, ...consumer.queues])
      this.#tellIfIdle()
    })
    consumer.running.add(running)
  }

  async #handle(queue: MessageQueue, parcel: Parcel, handler: Handler): Promise<void> {
    parcel.deliveries++
    this.#observer.delivered(parcel.topic, this.#clock.now() - parcel.sentAt)
    try {
      // Lets the sender continue first, as with a network in between.
      await null
      // A call is delivered once, so its handler can have the sender's copy.
      const message = parcel.answer ? parcel.body : copyJson(parcel.body)
      const output = await handler(message, { redelivered: parcel.deliveries > 1 })
      parcel.answer?.({ output: copyJson(output) })
    } catch (error) {
      if (error instanceof Rejection) return this.#reject(queue, parcel, error)
      this.#log.error({ target: queue.name, delivery: parcel.deliveries, error }, 'a message handler threw')
      if (parcel.answer) parcel.answer('failed')
      else if (parcel.deliveries < this.#maxDeliveries) queue.putBack(parcel)
      else this.#giveUp(queue, parcel, 'too many deliveries failed')
    }
  }

  #reject(queue: MessageQueue, parcel: Parcel, { message, answer }: Rejection): void {
    parcel.answer?.(answer === undefined ? 'failed' : { output: copyJson(answer) })
    this.#giveUp(queue, parcel, message)
  }

  /** In memory, dead letters are only logged. */
  #giveUp(queue: MessageQueue, { topic }: Parcel, reason: string): void {
    this.#log.warn({ target: queue.name, reason }, 'gave up on a message')
    this.#observer.deadLettered(topic, reason)
  }

  #isIdle(): boolean {
    if (this.#handling > 0) return false
    const all = [
      ...this.#queues.values(),
      ...[...this.#fanouts.values()].flatMap((queues) => [...queues]),
      ...this.#notifications.all(),
    ]
    return all.every((queue) => queue.length === 0 || !queue.hasConsumers)
  }

  /** Checks twice: a caller that just received a reply may be about to send the next message. */
  #tellIfIdle(): void {
    if (this.#idleWaiters.length === 0 || !this.#isIdle()) return
    setImmediate(() => {
      if (!this.#isIdle()) return
      const waiters = this.#idleWaiters
      this.#idleWaiters = []
      for (const resolve of waiters) resolve()
    })
  }
}
