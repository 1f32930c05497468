/** The state of a queue: messages that wait, and number of listeners. */
export interface QueueDepth {
  /** `topic` or `topic.server` */
  readonly queue: string
  readonly ready: number
  readonly consumers: number
}
