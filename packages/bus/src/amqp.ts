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
import { CallDesk } from './call-desk.ts'
import { errors } from './errors.ts'
import type { QueueDepth } from './queue-depth.ts'
import { quietPromise } from './quiet-promise.ts'
import { ReplyDesk } from './reply-desk.ts'
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
  /** Shown as the connection's name by the broker's tools: `nova-conductor:host1:4242`. */
  readonly name?: string
  readonly clock?: Clock
  readonly log?: Log
  readonly observer?: BusObserver
  /** Told of each failed attempt to reach a broker, at the start and later; without it they are logged here. */
  readonly onRetry?: (retry: BrokerRetry) => void
  /** Told when the broker is lost, and when one is reached: what was sent in between may be late. */
  readonly onInterruption?: () => void
  /** How long the start may take before it fails with `BrokerUnavailable` (default a minute); later it tries for ever. */
  readonly startWithinMs?: number
  /** After how many failed attempts the start fails, whatever time is left. */
  readonly startAttempts?: number
  /** The pause after a first failed round of the brokers (default 500), which doubles up to `retryMostMs` (10,000). */
  readonly retryFirstMs?: number
  readonly retryMostMs?: number
  /** How long an answer is waited for by calls that do not say it themselves (default 60,000). */
  readonly responseTimeoutMs?: number
  /** How long a cast waits for a broker that is away or takes nothing before it fails (default 30,000). */
  readonly sendTimeoutMs?: number
  /** How long a call does (default as long as for its answer). */
  readonly sendCallTimeoutMs?: number
  /** How long the caller of a longer call bears no sign of life from who works on it (default 60,000). */
  readonly callMonitorTimeoutMs?: number
  /** After how many seconds of silence a connection counts as lost (default 30). */
  readonly heartbeatSeconds?: number
  /** What the broker holds; the same in every process of a cloud. */
  readonly topology?: Partial<Topology>
}

/** A bus whose broker tells how queues stand. */
export interface BrokerBus extends Bus {
  /** The queues this bus listens to; those of a connection that is lost are left out. */
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
/** Nobody waits for who begins to listen; a busy broker takes long to declare what is listened to. */
const listenWithinMs = 60_000

/**
 * A bus on RabbitMQ. Resolves when a broker is reached; from then on it reconnects for ever. What was accepted survives
 * the end of any process and a restart of the broker, and is delivered at least once; docs/architecture/messaging.md
 * names the one gap there is when a broker is killed.
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
  readonly #calls: CallDesk
  readonly #sender: Sender
  readonly #replies: ReplyDesk
  readonly #subscriptions = new Set<AmqpSubscription>()
  #closing: Promise<void> | undefined
  #lastRetry = 'it did not answer in time'
  /** Rejects when the attempts of the start are used up. */
  readonly #outOfAttempts = quietPromise<never>()

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
    this.#calls = new CallDesk({
      sender: () => this.#sender,
      clock,
      silenceMs: options.callMonitorTimeoutMs ?? 60_000,
      sendTimeoutMs: options.sendCallTimeoutMs ?? Number.POSITIVE_INFINITY,
    })
    const { onReply, onRenewed } = this.#calls
    this.#sender = new Sender({ link: this.#link, topology, clock, log, onReply, onRenewed })
    this.#replies = new ReplyDesk({ sender: this.#sender, clock, log, sendTimeoutMs })
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

  /** Looks twice: a message that was on its way to a listener at the first look is in hand at the second. */
  async idle(): Promise<void> {
    for (let quiet = 0; quiet < 2; ) {
      const all = await Promise.all([...this.#subscriptions].map((subscription) => subscription.isIdle()))
      quiet = all.every(Boolean) ? quiet + 1 : 0
      if (quiet === 0) await new Promise<void>((resolve) => this.#clock.after(lookAgainMs, resolve))
    }
  }

  async depths(): Promise<readonly QueueDepth[]> {
    const asked = [...this.#subscriptions].map((subscription) => subscription.depths().catch(() => []))
    return (await Promise.all(asked)).flat()
  }

  #envelope(type: Exclude<MessageKind, 'call'>) {
    return { type, messageId: randomUUID(), contentType, headers: headersOf(this.#clock.now()) }
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
