import type { Bus, NotificationSource, Subscription } from '@nimbo/bus/bus'
import { opened } from './envelope.ts'
import type { NotificationMessage } from './message.ts'
import { priorities } from './notification.ts'

export interface Subscriber {
  /** The exchanges that services publish on, such as `nova`. */
  readonly exchanges: readonly string[]
  /** Topics without the priority, such as `notifications`. */
  readonly topics: readonly string[]
  /** Listeners of one pool share the notifications between them; each pool receives all of them. */
  readonly pool?: string
  /** How many notifications are handled at the same time, started in order (default 1). */
  readonly concurrency?: number
}

/** The source of one topic. Each priority has a queue of its own within a pool. */
const sourceOf = ({ exchanges, pool }: Subscriber, topic: string): NotificationSource => ({
  exchanges,
  topic,
  ...(pool === undefined ? {} : { pool: `${pool}.${topic}` }),
})

/**
 * Subscribes to the notifications of services, of every priority, with or without envelope. A notification may be delivered more
 * than once, with the same `message_id`; other messages are dropped.
 */
export const subscribeToNotifications = async (
  bus: Bus,
  hearing: Subscriber,
  handle: (message: NotificationMessage) => Promise<void>,
): Promise<Subscription> => {
  const topics = hearing.topics.flatMap((topic) => priorities.map((priority) => `${topic}.${priority}`))
  const subscriptions = await Promise.all(
    topics.map((topic) =>
      bus.subscribe(
        sourceOf(hearing, topic),
        async (received) => {
          const message = opened(received)
          if (message !== undefined) await handle(message)
          return undefined
        },
        { concurrency: hearing.concurrency ?? 1 },
      ),
    ),
  )
  return { close: async () => void (await Promise.all(subscriptions.map((one) => one.close()))) }
}
