import type { ServerId } from '@nimbo/kernel/ids'
import type { JsonObject } from '@nimbo/kernel/json'

/** Progress of a transfer, in bytes. */
export interface AmountMoved {
  readonly total: number
  readonly processed: number
  readonly remaining: number
}

export interface LiveProgress {
  readonly memory: AmountMoved
  readonly disk: AmountMoved
}

export interface Departure {
  readonly id: ServerId
  /** What the destination returned from `receive`. */
  readonly landing: JsonObject
  readonly tell: (progress: LiveProgress) => Promise<void>
}
