import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as turnEnds } from 'node:timers/promises'
import { inLogScope } from '@nimbo/kernel/log-scope'
import { openLog } from './logging.ts'

const linesOf = (file: string): readonly Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('a log line has its request ids, role and error with cause, and no secrets', async (context) => {
  const directory = mkdtempSync(join(tmpdir(), 'nimbo-log-'))
  context.after(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'log')
  const log = openLog({ file, level: 'info', base: { pid: 7 } })
  const cause = new Error('the disk is full')
  inLogScope({ request_id: 'req-1', global_request_id: 'req-0' }, () => {
    log.child({ role: 'glance-api' }).warn({ error: new TypeError('broken', { cause }) }, 'in a request')
    log.info({ password: 'hunter2' }, 'in it too')
  })
  log.info({}, 'in none')
  await turnEnds()
  const [first, second, third] = linesOf(file)
  assert.match(JSON.stringify(first?.error), /"type":"TypeError","message":"broken: the disk is full"/)
  assert.deepEqual(
    [first?.request_id, first?.global_request_id, first?.role, first?.pid],
    ['req-1', 'req-0', 'glance-api', 7],
  )
  assert.deepEqual([second?.request_id, second?.password], ['req-1', '***'])
  assert.ok(third !== undefined && !('request_id' in third))
})

test('secrets are masked in log fields, nested objects, errors and child loggers, and nothing else is', async (context) => {
  const directory = mkdtempSync(join(tmpdir(), 'nimbo-log-'))
  context.after(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'log')
  const log = openLog({ file, level: 'info' })
  const user = { name: 'ann', password: 'hunter2', token: 'gAAA' }
  const error = Object.assign(new Error('refused'), { token: 'gAAA', status: 401 })
  log.info(
    { token: 'gAAA', adminPass: 'x', user, error, other: error, list: ['token'], gone: undefined },
    'said',
  )
  log.child({ password: 'hunter2', service: 'nova' }).info({}, 'by a child')
  await turnEnds()
  const [said, child] = linesOf(file)
  assert.doesNotMatch(readFileSync(file, 'utf8'), /gAAA|hunter2/)
  assert.deepEqual([said?.token, said?.adminPass, said?.list], ['***', '***', ['token']])
  assert.deepEqual(said?.user, { name: 'ann', password: '***', token: '***' })
  assert.deepEqual(said?.other, { token: '***', status: 401 })
  assert.partialDeepStrictEqual(said?.error, { type: 'Error', message: 'refused', token: '***', status: 401 })
  assert.deepEqual([child?.password, child?.service, child?.msg], ['***', 'nova', 'by a child'])
  assert.equal(user.password, 'hunter2')
})
