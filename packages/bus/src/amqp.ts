import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import type { Json } from '@nimbo/kernel/json'
import { type Log, silentLog } from '@nimbo/kernel/log'
import type { Channel } from 'rabbitmq-client'
import { AmqpSubscription } from './amqp-subscription.ts'
import { BrokerLink, type BrokerRetry } from './broker-link.ts'
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
import { type BusObserver, type MessageKind, noBusObserver } from './bus-observer.ts'
import { PendingCalls } from './pending-calls.ts'
import { errors } from './errors.ts'
import type { QueueDepth } from './queue-depth.ts'
import { optionalPromise } from './unhandled-promise.ts'
import { ReplySender } from './reply-sender.ts'
import { Sender } from './sender.ts'
import {
  declareListener,
  declareNotificationQueue,
  type ListenedQueues,
  notificationsKeptMs,
  queueOf,
  type Topology,
} from './topology.ts'
import { parseTransportUrl } from './transport-url.ts'
import { bodyOf, contentType, headersOf } from './wire-message.ts'

export interface AmqpBusOptions {
  /** `rabbit://user:password@host1:5672,user:password@host2:5672/vhost` */
  readonly transportUrl: string
  /** The connection's name in the broker's tools, such as `nova-conductor:host1:4242`. */
  readonly name?: string
  readonly clock?: Clock
  readonly log?: Log
  readonly observer?: BusObserver
  /** Called at each failed attempt to reach a broker; by default those are logged here. */
  readonly onRetry?: (retry: BrokerRetry) => void
  /** Called when the broker is lost and when one is reached: messages sent in between may be late. */
  readonly onInterruption?: () => void
  /**
   * Timeout of the first connection, after which it fails with `BrokerUnavailable` (default one minute); later reconnects have
   * none.
   */
  readonly startWithinMs?: number
  /** Number of failed attempts after which the first connection fails. */
  readonly startAttempts?: number
  /** The pause after the first failed round of the brokers in ms (default 500); it doubles up to `retryMostMs` (10,000). */
  readonly retryFirstMs?: number
  readonly retryMostMs?: number
  /** Default timeout of calls in ms (default 60,000). */
  readonly responseTimeoutMs?: number
  /** How long a cast waits for an unavailable broker in ms (default 30,000). */
  readonly sendTimeoutMs?: number
  /** How long a call waits for an unavailable broker (default: the call's timeout). */
  readonly sendCallTimeoutMs?: number
  /** How long a caller of a long call waits without a heartbeat of the server that handles it (default 60,000). */
  readonly callMonitorTimeoutMs?: number
  /** Seconds without data after which a connection counts as lost (default 30). */
  readonly heartbeatSeconds?: number
  /** The names and limits of exchanges and queues; must be the same in every process of a cloud. */
  readonly topology?: Partial<Topology>
}

/** A bus that reports the depths of its queues. */
export interface BrokerBus extends Bus {
  /** The queues this bus listens to; empty for lost connections. */
  depths(): Promise<readonly QueueDepth[]>
}

const defaultTopology: Topology = {
  exchange: 'nimbo',
  queueLimit: 10_000,
  maxDeliveries: 5,
  serverQueueExpiresMs: 7 * 86_400_000,
}
const defaultConcurrency = 64
const lookAgainMs = 5
/** Declaring queues takes long on a busy broker, and nothing waits for it. */
const listenWithinMs = 60_000

/**
 * A bus on RabbitMQ. Resolves when a broker is reached; from then on it reconnects forever. Accepted messages survive the end of
 * any process and a restart of the broker, and are delivered at least once; docs/architecture/messaging.md describes the one gap
 * when a broker is killed.
 */
export const amqpBus = async (options: AmqpBusOptions): Promise<BrokerBus> => {
  const bus = new AmqpBus(options)
  try {
    await bus.ready(options.startWithinMs ?? 60_000)
  } catch (error) {
    await bus.close()
    throw error
  }
  return bus
}

class AmqpBus implements BrokerBus {
  readonly #clock: Clock
  readonly #log: Log
  readonly #observer: BusObserver
  readonly #topology: Topology
  readonly #responseTimeoutMs: number
  readonly #sendTimeoutMs: number
  readonly #link: BrokerLink
  readonly #calls: PendingCalls
  readonly #sender: Sender
  readonly #replies: ReplySender
  readonly #subscriptions = new Set<AmqpSubscription>()
  #closing: Promise<void> | undefined
  #lastRetry = 'it did not answer in time'
  /** Rejects when the attempts of the first connection are used up. */
  readonly #outOfAttempts = optionalPromise<never>()

  constructor(options: AmqpBusOptions) {
    const { clock = systemClock, log = silentLog, observer = noBusObserver, sendTimeoutMs = 30_000 } = options
    const topology = { ...defaultTopology, ...options.topology }
    this.#clock = clock
    this.#log = log
    this.#observer = observer
    this.#topology = topology
    this.#responseTimeoutMs = options.responseTimeoutMs ?? defaultResponseTimeoutMs
    this.#sendTimeoutMs = sendTimeoutMs
    this.#link = new BrokerLink({
      transport: parseTransportUrl(options.transportUrl),
      connectionName: options.name ?? `${hostname()}:${process.pid}`,
      clock,
      log,
      retryFirstMs: options.retryFirstMs ?? 500,
      retryMostMs: options.retryMostMs ?? 10_000,
      heartbeatSeconds: options.heartbeatSeconds ?? 30,
      onInterruption: options.onInterruption ?? (() => {}),
      onRetry: (retry) => {
        this.#lastRetry = `${retry.broker}: ${retry.reason}`
        if (options.onRetry) options.onRetry(retry)
        else log.warn(retry, 'cannot reach the message broker')
        if (retry.attempt >= (options.startAttempts ?? Number.POSITIVE_INFINITY))
          this.#outOfAttempts.reject(new Error(retry.reason))
      },
    })
    this.#calls = new PendingCalls({
      sender: () => this.#sender,
      clock,
      silenceMs: options.callMonitorTimeoutMs ?? 60_000,
      sendTimeoutMs: options.sendCallTimeoutMs ?? Number.POSITIVE_INFINITY,
    })
    const { onReply, onRenewed } = this.#calls
    this.#sender = new Sender({ link: this.#link, topology, clock, log, onReply, onRenewed })
    this.#replies = new ReplySender({ sender: this.#sender, clock, log, sendTimeoutMs })
  }

  async ready(withinMs: number): Promise<void> {
    await Promise.race([this.#sender.ready(withinMs), this.#outOfAttempts.promise]).catch((cause) => {
      throw errors.BrokerUnavailable({ reason: this.#lastRetry }, { cause })
    })
  }

  async call(target: Target, message: Json, { timeoutMs }: CallOptions = {}): Promise<Json | undefined> {
    this.#refuseWhenClosed()
    const answer = this.#calls.call(target, message, timeoutMs ?? this.#responseTimeoutMs)
    this.#observer.published(target.topic, 'call')
    return answer
  }

  async cast(target: Target, message: Json): Promise<void> {
    this.#refuseWhenClosed()
    const envelope = this.#envelope('cast')
    await this.#sender.send(target, () => envelope, bodyOf(message), this.#sendTimeoutMs)
    this.#observer.published(target.topic, 'cast')
  }

  async fanout({ topic }: { readonly topic: string }, message: Json): Promise<void> {
    this.#refuseWhenClosed()
    await this.#sender.fanout(topic, this.#envelope('fanout'), bodyOf(message), this.#sendTimeoutMs)
    this.#observer.published(topic, 'fanout')
  }

  async listen(target: Target, handler: Handler, options: ListenOptions = {}): Promise<Subscription> {
    const { topic } = target
    return this.#consume({ topic, name: queueOf(target) }, handler, options, (channel) =>
      declareListener(channel, target, this.#topology),
    )
  }

  async notify(target: NotificationTarget, message: Json): Promise<void> {
    this.#refuseWhenClosed()
    const envelope = {
      ...this.#envelope('notification'),
      contentEncoding: 'utf-8',
      expiration: String(notificationsKeptMs),
    }
    await this.#sender.notify(target, envelope, bodyOf(message), this.#sendTimeoutMs)
    this.#observer.published(target.topic, 'notification')
  }

  async subscribe(
    source: NotificationSource,
    handler: Handler,
    options: ListenOptions = {},
  ): Promise<Subscription> {
    const { topic } = source
    return this.#consume({ topic, name: topic }, handler, options, async (channel) => ({
      lasting: [await declareNotificationQueue(channel, source)],
      passing: [],
    }))
  }

  async #consume(
    listened: { readonly topic: string; readonly name: string },
    handler: Handler,
    { concurrency = defaultConcurrency }: ListenOptions,
    declare: (channel: Channel) => Promise<ListenedQueues>,
  ): Promise<Subscription> {
    this.#refuseWhenClosed()
    const subscription = new AmqpSubscription({
      ...listened,
      declare,
      handler,
      concurrency,
      link: this.#link,
      replies: this.#replies,
      topology: this.#topology,
      clock: this.#clock,
      log: this.#log,
      observer: this.#observer,
    })
    this.#subscriptions.add(subscription)
    try {
      await subscription.ready(Math.max(listenWithinMs, this.#sendTimeoutMs))
    } catch (error) {
      this.#subscriptions.delete(subscription)
      await subscription.close()
      throw error
    }
    return {
      close: async () => {
        await subscription.close()
        this.#subscriptions.delete(subscription)
      },
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /**
   * Checks until two checks in a row find nothing while no message arrives: a message may be on its way to a listener in a check,
   * and if it is handled before the next one, what its handler sent may be on its way then.
   */
  async idle(): Promise<void> {
    for (let quietSince: number | undefined; ; ) {
      const received = this.#received()
      const all = await Promise.all([...this.#subscriptions].map((subscription) => subscription.isIdle()))
      const isQuiet = all.every(Boolean)
      if (isQuiet && quietSince === this.#received()) return
      quietSince = isQuiet ? received : undefined
      if (!isQuiet) await new Promise<void>((resolve) => this.#clock.after(lookAgainMs, resolve))
    }
  }

  async depths(): Promise<readonly QueueDepth[]> {
    const asked = [...this.#subscriptions].map((subscription) => subscription.depths().catch(() => []))
    return (await Promise.all(asked)).flat()
  }

  #envelope(type: Exclude<MessageKind, 'call'>) {
    return { type, messageId: randomUUID(), contentType, headers: headersOf(this.#clock.now()) }
  }

  #received(): number {
    let received = 0
    for (const subscription of this.#subscriptions) received += subscription.received
    return received
  }

  #refuseWhenClosed(): void {
    if (this.#closing) throw errors.BusClosed()
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.close()))
    this.#calls.close()
    await this.#sender.close()
    await this.#link.close()
  }
}
