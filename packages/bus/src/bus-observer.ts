/** Observes a bus for metrics. Must be fast and must not throw. */
export interface BusObserver {
  /** A message of this process was accepted (by the broker, if there is one). */
  published(topic: string, kind: MessageKind): void
  /** A message arrived this long after it was sent; may be negative when machines' clocks differ. */
  delivered(topic: string, lagMs: number): void
  /** A message went to the dead letters. */
  deadLettered(topic: string, reason: string): void
}

export type MessageKind = 'call' | 'cast' | 'fanout' | 'notification'

/** Does nothing. */
export const noBusObserver: BusObserver = {
  published: () => {},
  delivered: () => {},
  deadLettered: () => {},
}
