import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { AMQPError, type AsyncMessage, type Channel, type Envelope } from 'rabbitmq-client'
import type { BrokerLink } from './broker-link.ts'
import type { NotificationTarget, Target } from './bus.ts'
import { errors } from './errors.ts'
import { LastingChannel } from './lasting-channel.ts'
import {
  declareDeadLetters,
  declareExchange,
  declareFanoutExchange,
  declareNotificationExchange,
  declareQueue,
  declareTopicOfNotification,
  fanoutExchangeOf,
  queueOf,
  type Topology,
} from './topology.ts'
import { replyAddress } from './wire-message.ts'

export interface SenderOptions {
  readonly link: BrokerLink
  readonly topology: Topology
  readonly clock: Clock
  readonly log: Log
  /** Receives messages to {@link replyAddress}. */
  readonly onReply: (message: AsyncMessage) => void
  /** The channel was replaced; replies to the previous one will not arrive. */
  readonly onRenewed: () => void
}

/** Sends all messages of this process on one channel with publisher confirms. */
export class Sender {
  readonly #options: SenderOptions
  readonly #channel: LastingChannel
  /** Messages that were returned because they found no queue. */
  readonly #returned = new Set<string>()
  /** The declarations on the current channel, by the name of the queue or exchange. */
  #declared = new Map<string, Promise<unknown>>()

  constructor(options: SenderOptions) {
    this.#options = options
    const { link, clock, log } = options
    this.#channel = new LastingChannel({ link, clock, log, setUp: (channel) => this.#setUp(channel) })
  }

  ready(withinMs: number): Promise<unknown> {
    return this.#channel.ready(withinMs)
  }

  /** Sends a message to a queue, which is declared when missing. The envelope is requested for each attempt. */
  send(
    target: Target,
    envelope: () => Envelope & { readonly messageId: string },
    body: Buffer,
    withinMs: number,
  ): Promise<void> {
    const { topology } = this.#options
    const routingKey = queueOf(target)
    const route = { exchange: topology.exchange, routingKey, mandatory: true, durable: true }
    return this.#persist(target, withinMs, async (channel) => {
      const { messageId, ...rest } = envelope()
      await channel.basicPublish({ ...rest, messageId, ...route }, body)
      // The library emits a returned message one turn of the event loop after its confirmation.
      await new Promise(setImmediate)
      if (!this.#returned.delete(messageId)) return true
      await this.#once(routingKey, () => declareQueue(channel, target, topology))
      return false
    })
  }

  /** Publishes a notification to all pools; without any, it waits in the topic's own queue. */
  notify(
    target: NotificationTarget,
    envelope: Envelope & { readonly messageId: string },
    body: Buffer,
    withinMs: number,
  ): Promise<void> {
    const { exchange, topic } = target
    return this.#persist(target, withinMs, async (channel) => {
      await this.#once(`exchange ${exchange}`, () => declareNotificationExchange(channel, exchange))
      const route = { exchange, routingKey: topic, mandatory: true, durable: true }
      await channel.basicPublish({ ...envelope, ...route }, body)
      await new Promise(setImmediate)
      if (!this.#returned.delete(envelope.messageId)) return true
      await this.#once(topic, () => declareTopicOfNotification(channel, target))
      return false
    })
  }

  /** Sends a message to all current listeners of a topic. */
  fanout(topic: string, envelope: Envelope, body: Buffer, withinMs: number): Promise<void> {
    const exchange = fanoutExchangeOf(topic)
    return this.#persist({ topic }, withinMs, async (channel) => {
      await this.#once(`exchange ${exchange}`, () => declareFanoutExchange(channel, topic))
      await channel.basicPublish({ ...envelope, exchange, routingKey: '' }, body)
      return true
    })
  }

  /** Sends a reply to the address in a message; if the caller is gone, the reply is dropped. */
  reply(replyTo: string, envelope: Envelope, body: Buffer, withinMs: number): Promise<void> {
    return this.#persist({ topic: replyTo }, withinMs, async (channel) => {
      await channel.basicPublish({ ...envelope, exchange: '', routingKey: replyTo }, body)
      return true
    })
  }

  async close(): Promise<void> {
    await this.#channel.close()
  }

  /** Retries over lost channels and brokers until success or timeout. */
  async #persist(
    target: Target,
    withinMs: number,
    attempt: (channel: Channel) => Promise<boolean>,
  ): Promise<void> {
    const { clock, topology } = this.#options
    const giveUpAt = clock.now() + withinMs
    for (;;) {
      const channel = await this.#channel.ready(giveUpAt - clock.now())
      const left = giveUpAt - clock.now()
      if (left <= 0) throw errors.BrokerUnavailable({ reason: 'it did not take a message in time' })
      try {
        if (await this.#within(left, attempt(channel))) return
      } catch (error) {
        if (error instanceof AMQPError && error.code === 'NACK')
          throw errors.QueueFull({ target: queueOf(target), limit: topology.queueLimit })
        if (error instanceof AMQPError && refusals.includes(error.code))
          throw errors.BrokerUnavailable({ reason: error.message }, { cause: error })
        // After any other error the channel is unusable, so it is tried again on the next one.
        if (channel.active || !(error instanceof AMQPError || isNetworkError(error))) throw error
      }
    }
  }

  async #within<T>(ms: number, work: Promise<T>): Promise<T> {
    let cancel = () => {}
    const late = new Promise<never>((_, reject) => {
      cancel = this.#options.clock.after(Math.max(0, ms), () =>
        reject(errors.BrokerUnavailable({ reason: 'it did not confirm a message in time' })),
      )
    })
    try {
      return await Promise.race([work, late])
    } finally {
      cancel()
    }
  }

  #once(name: string, declare: () => Promise<unknown>): Promise<unknown> {
    const before = this.#declared.get(name)
    if (before !== undefined) return before
    const declared = this.#declared
    const declaring = declare()
    declared.set(name, declaring)
    // Queues can be deleted, so a declaration is only remembered for messages sent at the same time.
    const forget = () => declared.delete(name)
    if (!name.startsWith('exchange ')) declaring.then(forget, forget)
    return declaring
  }

  async #setUp(channel: Channel): Promise<void> {
    const { topology, onReply, onRenewed } = this.#options
    this.#declared = new Map()
    this.#returned.clear()
    channel.on('basic.return', ({ messageId }) => void this.#returned.add(messageId ?? ''))
    await declareExchange(channel, topology)
    await declareDeadLetters(channel, topology)
    await channel.basicConsume({ queue: replyAddress, noAck: true }, onReply)
    await channel.confirmSelect()
    // Deferred until the channel is in use, so that messages sent again take the usual path.
    setImmediate(onRenewed)
  }
}

/** Errors that a retry does not solve: a different existing declaration, or missing permission. */
const refusals: readonly string[] = ['PRECONDITION_FAILED', 'ACCESS_REFUSED']

const isNetworkError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
