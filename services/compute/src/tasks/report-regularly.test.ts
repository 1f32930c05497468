import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { reportRegularly } from './report-regularly.ts'

test('a reporter stops without waiting for a report that nobody answers', async () => {
  let reports = 0
  const reporter = reportRegularly({
    ...{ name: 'report', everyMs: 60_000, clock: systemClock, log: silentLog },
    report: () => {
      reports += 1
      return new Promise(() => {})
    },
  })
  reporter.start()
  assert.equal(reports, 1)
  await reporter.stop()
})
