import { randomUUID } from 'node:crypto'
import type { Channel } from 'rabbitmq-client'
import type { NotificationSource, NotificationTarget, Target } from './bus.ts'

/** What the broker holds of a bus; all who share a virtual host must agree on it, or their declarations are refused. */
export interface Topology {
  /** The exchange that casts and calls go through; the names of the others begin with it. */
  readonly exchange: string
  /** How many messages may wait in one queue; more are refused. */
  readonly queueLimit: number
  /** How often a message is delivered before it goes to the dead letters. */
  readonly maxDeliveries: number
  /** After how long without a listener the queue of one server goes away, with what is in it. */
  readonly serverQueueExpiresMs: number
}

/** Dead letters are for people to look at: more of them help nobody. */
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
 * Exchange and queue of what was given up. The exchange looks at why: calls whose caller stopped waiting expire in
 * their queue, and of those nothing is kept.
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

/** The durable queue of a topic, or of one server of it. Quick when it exists, some tens of milliseconds when not. */
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

/** How long a notification waits for somebody who hears it: what no one wants for so long, no one wants. */
export const notificationsKeptMs = 14 * 86_400_000

/** As oslo.messaging names it: the topic's own, or that of a pool. */
const notificationQueueOf = ({ topic, pool }: Pick<NotificationSource, 'topic' | 'pool'>): string =>
  pool ?? topic

/** Where a service publishes its notifications. */
export const declareNotificationExchange = (channel: Channel, exchange: string): Promise<void> =>
  channel.exchangeDeclare({ exchange, type: 'topic', durable: true })

/**
 * The queue in which notifications wait. It is declared as oslo.messaging does with `rabbit_quorum_queue`, so that its
 * listeners and ours can share it: no arguments of our own, and so no limit but the time that each message is kept.
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

/** The queue that a notification waits in when nobody has subscribed yet. */
export const declareTopicOfNotification = (
  channel: Channel,
  { exchange, topic }: NotificationTarget,
): Promise<string> => declareNotificationQueue(channel, { exchanges: [exchange], topic })

/** Where everything fanned out to a topic goes through. It stays, so that who sends need not ask who listens. */
export const declareFanoutExchange = (channel: Channel, topic: string): Promise<void> =>
  channel.exchangeDeclare({ exchange: fanoutExchangeOf(topic), type: 'fanout', durable: true })

/** The queues one listener takes messages from: those that last, and those that go with its connection. */
export interface ListenedQueues {
  readonly lasting: readonly string[]
  readonly passing: readonly string[]
}

/** All that a listener of a topic, or of one server of it, takes messages from. */
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

/** One listener's queue of what is fanned out: gone with its connection, as what is fanned out then would be stale. */
const declareFanoutQueue = async (channel: Channel, topic: string, listener: string): Promise<string> => {
  const queue = `${fanoutExchangeOf(topic)}_${listener}`
  await declareFanoutExchange(channel, topic)
  await channel.queueDeclare({ queue, exclusive: true, autoDelete: true })
  await channel.queueBind({ queue, exchange: fanoutExchangeOf(topic), routingKey: '' })
  return queue
}
