import type { Clock } from '@nimbo/kernel/clock'

/** A Swift timestamp: seconds since 1970 with five decimals and ten digits before the point, so that they sort as texts. */
const timestampOf = (ms: number): string => (ms / 1000).toFixed(5).padStart(16, '0')

export const timestampNow = (clock: Clock): string => timestampOf(clock.now())

/** The current time, or just after `before` if that is later, so that the timestamps of a resource's changes always increase. */
export const timestampAfter = (before: string | undefined, clock: Clock): string => {
  const now = timestampNow(clock)
  if (before === undefined || now > before) return now
  return (Number(before) + 0.00001).toFixed(5).padStart(16, '0')
}

/** Parses a Swift timestamp; undefined when it is invalid. */
export const readTimestamp = (text: string): string | undefined => {
  const [, instant] = /^(\d{1,10}(?:\.\d+)?)(?:_[0-9a-f]{1,16})?$/.exec(text) ?? []
  return instant === undefined ? undefined : Number(instant).toFixed(5).padStart(16, '0')
}

/** The date for `Last-Modified`, rounded up to whole seconds so that it is never earlier than the change. */
export const httpDateOf = (timestamp: string): string =>
  new Date(Math.ceil(Number(timestamp)) * 1000).toUTCString()

/** Formats a timestamp as in listings: `2026-11-22T13:04:30.123450`. */
export const isoDateOf = (timestamp: string): string => {
  const [seconds = '0', fraction = '0'] = timestamp.split('.')
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}`
}
