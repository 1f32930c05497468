import type { Clock } from '@nimbo/kernel/clock'

/**
 * Whether this process could hear others. Signs of life travel over brokers and are kept in databases: while one of those
 * is away everybody looks silent, and for a while after it is back. Who judges silence counts it from `sinceMs` on.
 */
export interface Hearing {
  /** Since when nothing is known to have stood in the way, in the clock's milliseconds; at first since the beginning. */
  readonly sinceMs: () => number
  /** A broker or a database was found away just now, or is there again. */
  readonly interrupted: () => void
}

export const hearing = ({ now }: Pick<Clock, 'now'>): Hearing => {
  let sinceMs = now()
  return {
    sinceMs: () => sinceMs,
    interrupted: () => {
      sinceMs = now()
    },
  }
}
