import { randomUUID } from 'node:crypto'
import type { Channel } from 'rabbitmq-client'
import type { NotificationSource, NotificationTarget, Target } from './bus.ts'

/** Exchanges and queues of a bus; all processes on a virtual host must agree, or their declarations are refused. */
export interface Topology {
  /** The exchange of casts and calls; names of other exchanges start with it. */
  readonly exchange: string
  /** Maximum of messages in one queue; more are refused. */
  readonly queueLimit: number
  /** How often a message is delivered before it goes to the dead letters. */
  readonly maxDeliveries: number
  /** How long the queue of one server exists without a listener. */
  readonly serverQueueExpiresMs: number
}

/** The maximum number of dead letters: people read them, and more would not help. */
const deadLetterLimit = 10_000
const deadLettersKeptMs = 14 * 86_400_000

export const queueOf = ({ topic, server }: Target): string =>
  server === undefined ? topic : `${topic}.${server}`

export const fanoutExchangeOf = (topic: string): string => `${topic}_fanout`

const deadLettersOf = ({ exchange }: Topology): string => `${exchange}.dead`

/** The exchange of casts and calls. */
export const declareExchange = (channel: Channel, { exchange }: Topology): Promise<void> =>
  channel.exchangeDeclare({ exchange, type: 'direct', durable: true })

/**
 * Exchange and queue of dead letters. The exchange routes by reason: calls that expired because their caller stopped waiting are
 * dropped.
 */
export const declareDeadLetters = async (channel: Channel, topology: Topology): Promise<void> => {
  const name = deadLettersOf(topology)
  await channel.exchangeDeclare({ exchange: name, type: 'headers', durable: true })
  await channel.queueDeclare({
    queue: name,
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-max-length': deadLetterLimit,
      'x-message-ttl': deadLettersKeptMs,
    },
  })
  for (const reason of ['rejected', 'delivery_limit'])
    await channel.queueBind({
      queue: name,
      exchange: name,
      routingKey: reason,
      arguments: { 'x-match': 'any-with-x', 'x-first-death-reason': reason },
    })
}

/** The durable queue of a topic, or of one server. Fast when it exists, tens of milliseconds otherwise. */
export const declareQueue = async (channel: Channel, target: Target, topology: Topology): Promise<string> => {
  const queue = queueOf(target)
  await channel.queueDeclare({
    queue,
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-delivery-limit': topology.maxDeliveries - 1,
      'x-dead-letter-exchange': deadLettersOf(topology),
      'x-max-length': topology.queueLimit,
      'x-overflow': 'reject-publish',
      ...(target.server === undefined ? {} : { 'x-expires': topology.serverQueueExpiresMs }),
    },
  })
  await channel.queueBind({ queue, exchange: topology.exchange, routingKey: queue })
  return queue
}

/** How long notifications wait for a subscriber. */
export const notificationsKeptMs = 14 * 86_400_000

/** The queue's name as in oslo.messaging: the topic's own, or a pool's. */
const notificationQueueOf = ({ topic, pool }: Pick<NotificationSource, 'topic' | 'pool'>): string =>
  pool ?? topic

/** The exchange of a service's notifications. */
export const declareNotificationExchange = (channel: Channel, exchange: string): Promise<void> =>
  channel.exchangeDeclare({ exchange, type: 'topic', durable: true })

/**
 * A queue of notifications, declared as by oslo.messaging with `rabbit_quorum_queue`, so that its listeners can share it: without
 * arguments of our own, and so without a limit except each message's expiration.
 */
export const declareNotificationQueue = async (
  channel: Channel,
  source: NotificationSource,
): Promise<string> => {
  const queue = notificationQueueOf(source)
  await channel.queueDeclare({ queue, durable: true, arguments: { 'x-queue-type': 'quorum' } })
  for (const exchange of source.exchanges) {
    await declareNotificationExchange(channel, exchange)
    await channel.queueBind({ queue, exchange, routingKey: source.topic })
  }
  return queue
}

/** The queue of notifications before anyone has subscribed. */
export const declareTopicOfNotification = (
  channel: Channel,
  { exchange, topic }: NotificationTarget,
): Promise<string> => declareNotificationQueue(channel, { exchanges: [exchange], topic })

/** The fanout exchange of a topic. It is permanent, so that senders need not know whether anyone listens. */
export const declareFanoutExchange = (channel: Channel, topic: string): Promise<void> =>
  channel.exchangeDeclare({ exchange: fanoutExchangeOf(topic), type: 'fanout', durable: true })

/** The queues of a listener: durable ones, and those that are deleted with its connection. */
export interface ListenedQueues {
  readonly lasting: readonly string[]
  readonly passing: readonly string[]
}

/** Declares all queues of a listener. */
export const declareListener = async (
  channel: Channel,
  target: Target,
  topology: Topology,
): Promise<ListenedQueues> => {
  const { topic, server } = target
  await declareExchange(channel, topology)
  return {
    passing: [await declareFanoutQueue(channel, topic, randomUUID())],
    lasting: [
      await declareQueue(channel, { topic }, topology),
      ...(server === undefined ? [] : [await declareQueue(channel, target, topology)]),
    ],
  }
}

/** A listener's fanout queue, deleted with its connection, because fanouts are not worth keeping. */
const declareFanoutQueue = async (channel: Channel, topic: string, listener: string): Promise<string> => {
  const queue = `${fanoutExchangeOf(topic)}_${listener}`
  await declareFanoutExchange(channel, topic)
  await channel.queueDeclare({ queue, exclusive: true, autoDelete: true })
  await channel.queueBind({ queue, exchange: fanoutExchangeOf(topic), routingKey: '' })
  return queue
}
