const ranges = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const

/** An invalid cron expression or time zone. */
export class CronMistake extends Error {
  override readonly name = 'CronMistake'
}

const fieldOf = (text: string, [least, most]: readonly [number, number]): ReadonlySet<number> => {
  const values = new Set<number>()
  for (const part of text.split(',')) {
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

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const formatIn = (timezone: string): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: timezone === '' ? 'UTC' : timezone, hourCycle: 'h23' },
      ...{ minute: 'numeric', hour: 'numeric', day: 'numeric', month: 'numeric', weekday: 'short' },
    })
  } catch {
    throw new CronMistake(`Timezone ${timezone} is not valid`)
  }
}

/**
 * Returns a function that checks whether an instant's minute matches a cron expression in a time zone. Throws {@link
 * CronMistake}.
 */
export const cronTest = (expression: string, timezone: string): ((atMs: number) => boolean) => {
  const fields = expression.trim().split(/\s+/)
  if (fields.length !== ranges.length) throw new CronMistake(`${expression} is not a cron expression`)
  const [minutes, hours, days, months, week] = ranges.map((range, index) =>
    fieldOf(fields[index] ?? '', range),
  )
  const format = formatIn(timezone)
  return (atMs) => {
    const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]))
    const weekday = weekdays.indexOf(parts.weekday ?? '')
    const isDay = days?.has(Number(parts.day)) ?? false
    const isWeekday = week?.has(weekday) || (weekday === 0 && week?.has(7)) || false
    const either = fields[2] !== '*' && fields[4] !== '*'
    return (
      (minutes?.has(Number(parts.minute)) ?? false) &&
      (hours?.has(Number(parts.hour)) ?? false) &&
      (months?.has(Number(parts.month)) ?? false) &&
      (either ? isDay || isWeekday : isDay && isWeekday)
    )
  }
}

const minuteMs = 60_000
/** How far back the start of a time constraint is searched, in milliseconds, even if its duration is longer. */
const longestMs = 14 * 86_400_000

/** Whether a cron expression matched within the last `durationMs`. */
export const isWithin = (expression: string, timezone: string, durationMs: number, atMs: number): boolean => {
  const starts = cronTest(expression, timezone)
  const first = Math.floor(atMs / minuteMs) * minuteMs
  const earliest = atMs - Math.min(durationMs, longestMs)
  for (let at = first; at > earliest; at -= minuteMs) if (starts(at)) return true
  return false
}
