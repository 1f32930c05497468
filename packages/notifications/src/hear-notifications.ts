import type { Bus, NotificationSource, Subscription } from '@nimbo/bus/bus'
import { opened } from './envelope.ts'
import type { NotificationMessage } from './message.ts'
import { priorities } from './notification.ts'

export interface Hearing {
  /** The services, by the exchange they publish on: `nova`. */
  readonly exchanges: readonly string[]
  /** `notifications`, without the priority. */
  readonly topics: readonly string[]
  /** All listeners of one pool share what is told; each pool hears all of it. */
  readonly pool?: string
  /** How many may be under way at once, each begun after the one before it (default 1). */
  readonly concurrency?: number
}

/** Priorities share the name of a pool, but not its queue. */
const sourceOf = ({ exchanges, pool }: Hearing, topic: string): NotificationSource => ({
  exchanges,
  topic,
  ...(pool === undefined ? {} : { pool: `${pool}.${topic}` }),
})

/**
 * Hears what services tell, of every priority, with or without envelope. A notification may come more than once, with the
 * same `message_id`; what is none is dropped.
 */
export const hearNotifications = async (
  bus: Bus,
  hearing: Hearing,
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
