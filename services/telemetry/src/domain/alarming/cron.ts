/** An invalid cron expression or time zone. */
export class CronMistake extends Error {
  override readonly name = 'CronMistake'
}

interface Field {
  readonly least: number
  readonly most: number
  /** Names of the values from `least` on. */
  readonly names: readonly string[]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const shapes: readonly Field[] = [
  { least: 0, most: 59, names: [] },
  { least: 0, most: 23, names: [] },
  { least: 1, most: 31, names: [] },
  { least: 1, most: 12, names: months },
  { least: 0, most: 7, names: weekdays },
]

const fieldOf = (text: string, { least, most, names }: Field): ReadonlySet<number> => {
  const values = new Set<number>()
  const numbered = text.replaceAll(/[a-z]+/gi, (name) => {
    const index = names.indexOf(name.toLowerCase())
    return index === -1 ? name : String(least + index)
  })
  for (const part of numbered.split(',')) {
    const found = /^(\*|\d+(?:-\d+)?)(?:\/(\d+))?$/.exec(part)
    const [, span = '', step = '1'] = found ?? []
    const [first = '', second] = span.split('-')
    const from = span === '*' ? least : Number(first)
    const to = span === '*' || (second === undefined && part.includes('/')) ? most : Number(second ?? first)
    if (!found || from < least || to > most || from > to || Number(step) < 1)
      throw new CronMistake(`${text} is not a field of a cron expression`)
    for (let value = from; value <= to; value += Number(step)) values.add(value)
  }
  return values
}

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

const formatIn = (timezone: string): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: timezone === '' ? 'UTC' : timezone, hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
    })
  } catch {
    throw new CronMistake(`Timezone ${timezone} is not valid`)
  }
}

/** The time that clocks in a time zone show at an instant, as an instant of UTC, without the seconds. */
type LocalTime = (atMs: number) => number

const localTimeIn = (timezone: string): LocalTime => {
  const format = formatIn(timezone)
  return (atMs) => {
    const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  }
}

/** The instant at which clocks show this time; undefined for a time that is skipped when summer time begins. */
const instantAt = (localTime: LocalTime, shown: number): number | undefined =>
  [shown - dayMs, shown + dayMs]
    .map((near) => shown - (localTime(near) - near))
    .find((instant) => localTime(instant) === shown)

const latestFirst = (values: Iterable<number> = []): readonly number[] =>
  [...values].sort((one, other) => other - one)

/** How far back a start is searched, in milliseconds: the last leap day may be eight years ago. */
const longestMs = 8 * 366 * dayMs

/**
 * Returns a function that finds the last start at or before an instant, at most a duration back, in milliseconds. Throws {@link
 * CronMistake}.
 */
export const cronOf = (
  expression: string,
  timezone: string,
): ((atMs: number, withinMs: number) => number | undefined) => {
  const fields = expression.trim().split(/\s+/)
  if (fields.length !== shapes.length) throw new CronMistake(`${expression} is not a cron expression`)
  const [minutesOfHour, hoursOfDay, days, monthsOfYear, week] = shapes.map((shape, index) =>
    fieldOf(fields[index] ?? '', shape),
  )
  const localTime = localTimeIn(timezone)
  const [minutes, hours] = [latestFirst(minutesOfHour), latestFirst(hoursOfDay)]
  const either = fields[2] !== '*' && fields[4] !== '*'
  const fitsDay = (day: Date): boolean => {
    if (!monthsOfYear?.has(day.getUTCMonth() + 1)) return false
    const weekday = day.getUTCDay()
    const isDay = days?.has(day.getUTCDate()) ?? false
    const isWeekday = week?.has(weekday) || (weekday === 0 && week?.has(7)) || false
    return either ? isDay || isWeekday : isDay && isWeekday
  }
  /** The last start on a day at or before the local time `now`. */
  const lastOn = (day: number, now: number): number | undefined => {
    for (const hour of hours)
      for (const minute of minutes) {
        const shown = day + hour * hourMs + minute * minuteMs
        const start = shown > now ? undefined : instantAt(localTime, shown)
        if (start !== undefined) return start
      }
    return undefined
  }
  return (atMs, withinMs) => {
    const now = localTime(atMs)
    // One more day, since a day may be longer than usual.
    const earliest = now - Math.min(withinMs, longestMs) - 2 * dayMs
    for (let day = Math.floor(now / dayMs) * dayMs; day >= earliest; day -= dayMs) {
      const start = fitsDay(new Date(day)) ? lastOn(day, now) : undefined
      if (start !== undefined) return start > atMs - withinMs ? start : undefined
    }
    return undefined
  }
}
