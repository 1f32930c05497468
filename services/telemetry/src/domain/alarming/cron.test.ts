import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CronMistake, cronOf } from './cron.ts'

const day = 86_400_000
const at = (text: string): number => Date.parse(text)

const cases: readonly (readonly [
  expression: string,
  timezone: string,
  now: string,
  days: number,
  start: string | undefined,
])[] = [
  ['0 23 * * *', '', '2026-03-10T23:00:30Z', 1, '2026-03-10T23:00:00Z'],
  ['0 23 * * *', '', '2026-03-10T22:59:59Z', 1, '2026-03-09T23:00:00Z'],
  ['0 23 * * *', '', '2026-03-10T22:59:59Z', 0.5, undefined],
  ['*/15 8-17 * * MON-FRI', '', '2026-03-15T12:00:00Z', 3, '2026-03-13T17:45:00Z'],
  ['30 5 1,15 * sun', '', '2026-03-10T12:00:00Z', 14, '2026-03-08T05:30:00Z'],
  ['0 0 1 * *', '', '2026-03-31T12:00:00Z', 31, '2026-03-01T00:00:00Z'],
  ['0 0 1 jan *', '', '2026-11-29T12:00:00Z', 365, '2026-01-01T00:00:00Z'],
  ['0 0 29 2 *', '', '2027-01-01T00:00:00Z', 1461, '2024-02-29T00:00:00Z'],
  ['0 0 30 2 *', '', '2027-01-01T00:00:00Z', 36_500, undefined],
  ['0 9 * * *', 'Europe/Berlin', '2026-07-01T08:00:00Z', 1, '2026-07-01T07:00:00Z'],
  ['0 9 * * *', 'Europe/Berlin', '2026-12-01T08:00:00Z', 1, '2026-12-01T08:00:00Z'],
  // Clocks were put forward from two to three o'clock on the 29th.
  ['30 2 * * *', 'Europe/Berlin', '2026-03-29T12:00:00Z', 2, '2026-03-28T01:30:00Z'],
  ['30 23 * * *', 'Asia/Kathmandu', '2026-03-10T18:00:00Z', 1, '2026-03-10T17:45:00Z'],
]

for (const [expression, timezone, now, days, start] of cases)
  test(`${expression} ${timezone} began last at ${start} before ${now}, within ${days} days`, () => {
    const found = cronOf(expression, timezone)(at(now), days * day)
    assert.equal(found, start === undefined ? undefined : at(start))
  })

test('what is no cron expression or time zone is refused', () => {
  for (const wrong of [
    '* * * *',
    '60 * * * *',
    '* * * * 8',
    '* * 0 * *',
    '5-1 * * * *',
    '* * * fri *',
    'x * * * *',
  ])
    assert.throws(() => cronOf(wrong, ''), CronMistake)
  assert.throws(() => cronOf('* * * * *', 'Europe/Nowhere'), CronMistake)
})

test('a start that never comes is searched a hundred times within a second', () => {
  const begun = performance.now()
  const never = cronOf('0 0 30 2 *', 'Europe/Berlin')
  for (let times = 0; times < 100; times += 1)
    assert.equal(never(at('2027-01-01T00:00:00Z'), 36_500 * day), undefined)
  assert.ok(performance.now() - begun < 1000)
})
