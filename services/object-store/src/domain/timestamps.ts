import type { Clock } from '@nimbo/kernel/clock'

/** An instant as Swift writes it: seconds with five decimals, in ten digits, so that texts sort as instants do. */
const timestampOf = (ms: number): string => (ms / 1000).toFixed(5).padStart(16, '0')

export const timestampNow = (clock: Clock): string => timestampOf(clock.now())

/** The later of now and just after `before`, so that each change of a thing is later than the one before it. */
export const timestampAfter = (before: string | undefined, clock: Clock): string => {
  const now = timestampNow(clock)
  if (before === undefined || now > before) return now
  return (Number(before) + 0.00001).toFixed(5).padStart(16, '0')
}

/** An instant that others write in that way, as exact as they say it; undefined of what is none. */
export const readTimestamp = (text: string): string | undefined => {
  const [, instant] = /^(\d{1,10}(?:\.\d+)?)(?:_[0-9a-f]{1,16})?$/.exec(text) ?? []
  return instant === undefined ? undefined : Number(instant).toFixed(5).padStart(16, '0')
}

/** `Last-Modified`, which knows whole seconds only: never earlier than the change. */
export const httpDateOf = (timestamp: string): string =>
  new Date(Math.ceil(Number(timestamp)) * 1000).toUTCString()

/** `2026-11-22T13:04:30.123450`, as listings have it. */
export const isoDateOf = (timestamp: string): string => {
  const [seconds = '0', fraction = '0'] = timestamp.split('.')
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}`
}
