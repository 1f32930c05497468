import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolutionFor, secondsOf } from './resolution.ts'

const hour = 3600
const day = 24 * hour

const policy = {
  aggregation_methods: ['mean', 'max'],
  definition: [
    { granularity: '1 day, 0:00:00', timespan: '365 days, 0:00:00', points: 365 },
    { granularity: '0:05:00', timespan: '30 days, 0:00:00', points: 8640 },
    { granularity: '1:00:00', timespan: '90 days, 0:00:00', points: 2160 },
  ],
}

test('timespans in the format of Gnocchi are read as seconds', () => {
  assert.deepEqual(['0:05:00', '1 day, 0:00:00', '30 days, 1:00:01'].map(secondsOf), [
    300,
    day,
    30 * day + 3601,
  ])
  assert.equal(Number.isNaN(secondsOf('soon')), true)
})

test('a period is shown in the finest granularity that is stored for it and fits a chart', () => {
  const finest = [hour, day, 7 * day, 200 * day].map((period) => resolutionFor(policy, period)?.granularity)
  assert.deepEqual(finest, [300, 300, hour, day])
  // No granularity is kept for that long: the coarsest one covers most of the period.
  assert.equal(resolutionFor(policy, 900 * day)?.granularity, day)
})

test('the rate is shown if the archive policy stores it, otherwise the mean', () => {
  assert.equal(resolutionFor(policy, day)?.aggregation, 'mean')
  const rates = { ...policy, aggregation_methods: ['mean', 'rate:mean'] }
  assert.equal(resolutionFor(rates, day)?.aggregation, 'rate:mean')
  assert.equal(resolutionFor({}, day), undefined)
})
