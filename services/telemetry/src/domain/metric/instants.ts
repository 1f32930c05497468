/** Timestamps and durations are whole microseconds, which numbers represent exactly until the year 2255. */
const second = 1_000_000

const units: Readonly<Record<string, number>> = {
  us: 1,
  ms: 1000,
  s: second,
  sec: second,
  second: second,
  m: 60 * second,
  min: 60 * second,
  minute: 60 * second,
  h: 3600 * second,
  hour: 3600 * second,
  d: 86_400 * second,
  day: 86_400 * second,
  w: 604_800 * second,
  week: 604_800 * second,
}

const number = '[+-]?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?'
const plainNumber = new RegExp(`^${number}$`, 'i')
const clockForm = /^(-)?(?:(\d+) days?, )?(\d+):(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/
const termForm = new RegExp(`^\\s*(${number})\\s*([a-z]+)`, 'i')

const unitOf = (name: string): number | undefined => {
  const lower = name.toLowerCase()
  return units[lower] ?? units[lower.replace(/s$/, '')]
}

/** Reads a duration: seconds, `1:00:00`, `5 min`, `1 day 2 hours`; undefined for anything else. */
export const parseSpan = (given: string | number): number | undefined => {
  if (typeof given === 'number') return Number.isFinite(given) ? Math.round(given * second) : undefined
  const text = given.trim()
  if (plainNumber.test(text)) return Math.round(Number(text) * second)
  const clock = clockForm.exec(text)
  if (clock) {
    const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0'] = clock
    const total = Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    return Math.round(total * second) * (sign === undefined ? 1 : -1)
  }
  let rest = text
  let sum = 0
  let terms = 0
  for (let term = termForm.exec(rest); term; term = termForm.exec(rest)) {
    const unit = unitOf(term[2] ?? '')
    if (unit === undefined) return undefined
    sum += Number(term[1]) * unit
    terms += 1
    rest = rest.slice(term[0].length).replace(/^\s*,?\s*/, '')
  }
  return terms > 0 && rest === '' ? Math.round(sum) : undefined
}

/** A duration in Python's format: `30 days, 0:00:00`. */
export const spanText = (span: number): string => {
  const days = Math.floor(span / (86_400 * second))
  const rest = span - days * 86_400 * second
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(rest / (3600 * second))
  const minutes = Math.floor(rest / (60 * second)) % 60
  const seconds = Math.floor(rest / second) % 60
  const fraction = rest % second
  const clock = `${hours}:${two(minutes)}:${two(seconds)}`
  const exact = fraction === 0 ? clock : `${clock}.${String(fraction).padStart(6, '0')}`
  return days === 0 ? exact : `${days} day${days === 1 ? '' : 's'}, ${exact}`
}

const isoForm = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i

/** The format that agents send, which `Date` parses without help. */
const usualForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/

const parseIso = (text: string): number | undefined => {
  if (usualForm.test(text)) {
    const usual = Date.parse(text)
    return Number.isNaN(usual) ? undefined : usual * 1000
  }
  const form = isoForm.exec(text)
  if (!form) return undefined
  const [, fraction = '', zone = 'Z'] = form
  const body = text.replace(/\s*(Z|[+-]\d{2}:?\d{2})$/i, (found) => (text.length > 10 ? '' : found))
  const whole = body.replace(fraction, '').replace(' ', 'T')
  const full = whole.length === 10 ? `${whole}T00:00` : whole
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
  const ms = Date.parse(`${full}${offset}`)
  if (Number.isNaN(ms)) return undefined
  return ms * 1000 + Math.round(Number(`0${fraction}`) * second)
}

/** Numbers above this are nanoseconds: as seconds they would be thousands of years ahead. */
const mostSeconds = 1e11

/**
 * Reads a timestamp: ISO 8601 (UTC without a zone), seconds since the epoch, `now`, or a duration relative to now (`-1 day`).
 * `now` and the result are in microseconds; undefined for an instant that a number does not represent exactly.
 */
export const parseInstant = (given: string | number, now: number): number | undefined => {
  const instant = readInstant(String(given).trim(), now)
  return Number.isSafeInteger(instant) ? instant : undefined
}

const readInstant = (text: string, now: number): number | undefined => {
  if (plainNumber.test(text)) {
    const value = Number(text)
    return Math.abs(value) > mostSeconds ? Math.round(value / 1000) : Math.round(value * second)
  }
  if (text === 'now') return now
  const iso = parseIso(text)
  if (iso !== undefined) return iso
  const span = parseSpan(text)
  return span === undefined ? undefined : now + span
}

/** `2026-01-31T12:00:00+00:00`, with microseconds if there are any. */
export const isoOf = (instant: number): string => {
  const whole = Math.floor(instant / second)
  const fraction = instant - whole * second
  const text = new Date(whole * 1000).toISOString().slice(0, 19)
  return `${text}${fraction === 0 ? '' : `.${String(fraction).padStart(6, '0')}`}+00:00`
}

/** The start of the period that contains an instant. */
export const periodOf = (instant: number, granularity: number): number =>
  Math.floor(instant / granularity) * granularity

/** Granularities in replies are in seconds. */
export const inSeconds = (span: number): number => span / second
