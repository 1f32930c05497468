import type { NotificationSource, NotificationTarget } from './bus.ts'
import { MessageQueue } from './message-queue.ts'

interface Pool extends NotificationSource {
  readonly queue: MessageQueue
}

/** Queues of notifications within this process: one per pool, from its first subscription on. */
export class NotificationQueues {
  readonly #pools = new Map<string, Pool>()

  /** The queue of a pool, which from now on receives from these exchanges. */
  open({ exchanges, topic, pool }: NotificationSource): MessageQueue {
    const name = pool === undefined ? topic : `${topic} (${pool})`
    const known = this.#pools.get(name)
    const queue = known?.queue ?? new MessageQueue(name)
    this.#pools.set(name, { queue, topic, exchanges: [...(known?.exchanges ?? []), ...exchanges] })
    return queue
  }

  /** The queues that receive a notification. */
  of({ exchange, topic }: NotificationTarget): readonly MessageQueue[] {
    return [...this.#pools.values()]
      .filter((pool) => pool.topic === topic && pool.exchanges.includes(exchange))
      .map(({ queue }) => queue)
  }

  all(): readonly MessageQueue[] {
    return [...this.#pools.values()].map(({ queue }) => queue)
  }
}
