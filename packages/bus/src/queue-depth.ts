/** How a queue stands: what waits in it for a listener with a hand free, and how many listen. */
export interface QueueDepth {
  /** `topic` or `topic.server` */
  readonly queue: string
  readonly ready: number
  readonly consumers: number
}
