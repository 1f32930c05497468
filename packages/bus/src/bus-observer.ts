/** Sees the traffic of a bus, for metrics. What it does must be quick and must not throw. */
export interface BusObserver {
  /** A message of this process was accepted (by the broker, where there is one). */
  published(topic: string, kind: MessageKind): void
  /** A message reached this process, so long after it was sent; clocks of different machines differ, so it may be negative. */
  delivered(topic: string, lagMs: number): void
  /** A message was given up. */
  deadLettered(topic: string, reason: string): void
}

export type MessageKind = 'call' | 'cast' | 'fanout' | 'notification'

/** Sees nothing. */
export const noBusObserver: BusObserver = {
  published: () => {},
  delivered: () => {},
  deadLettered: () => {},
}
