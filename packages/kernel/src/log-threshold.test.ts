import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from './log.ts'
import { type LogThreshold, withThreshold } from './log-threshold.ts'

test('a changed log threshold also applies to existing child logs', () => {
  const lines: string[] = []
  const line = (_: object, message: string) => void lines.push(message)
  const log = { ...silentLog, debug: line, info: line, error: line, child: () => log }
  const threshold: LogThreshold = { level: 'info' }
  const child = withThreshold(log, threshold).child({ service: 'cinder' })
  child.debug({}, 'below')
  child.info({}, 'at')
  threshold.level = 'debug'
  child.debug({}, 'now above')
  threshold.level = 'error'
  child.info({}, 'now below')
  child.error({}, 'always')
  assert.deepEqual(lines, ['at', 'now above', 'always'])
})
