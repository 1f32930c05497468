import assert from 'node:assert/strict'
import { it } from 'node:test'
import { loadConfig } from '@nimbo/config/load-config'
import { withDeadline } from '@nimbo/kernel/deadline'
import { loneServiceHost, speakTo } from '@nimbo/testing/lone-service'
import { aodhOptions } from '../src/alarming-options.ts'
import { alarmApp } from '../src/roles/alarm/alarm-app.ts'
import { startAodhApi } from '../src/roles/alarm/aodh-api.ts'
import { evaluateDue } from '../src/tasks/evaluate-due.ts'

const names = ['a', 'b', 'c', 'd', 'e']
const tokens = { ann: { userId: 'ann', projectId: 'web', roles: ['member', 'reader'] } }

it('an evaluator evaluates several alarms at the same time, so that a slow query delays few others', async () => {
  const host = loneServiceHost({ tokens: { ...tokens } })
  const config = loadConfig({ files: [], env: {}, options: aodhOptions })
  const { api, stop } = await startAodhApi(host, { config })
  assert.ok(api)
  const speak = speakTo(api, '/alarming')
  for (const name of names) {
    const prometheus_rule = { query: 'cpu', threshold: 80, comparison_operator: 'gt' }
    const json = { name, type: 'prometheus', prometheus_rule }
    assert.equal((await speak('POST', '/v2/alarms', { token: 'ann', json })).status, 201)
  }
  // No query is answered before all of them are asked.
  const { promise: allAsked, resolve } = Promise.withResolvers<void>()
  let asked = 0
  const read = async (): Promise<readonly number[]> => {
    asked += 1
    if (asked === names.length) resolve()
    await withDeadline('asking for all alarms', 5_000, allAsked)
    return [90]
  }
  await evaluateDue(await alarmApp(host, config), read, 1)(new AbortController().signal)
  const { body } = await speak('GET', '/v2/alarms', { token: 'ann' })
  assert.deepEqual(
    body.map(({ state }: { state: string }) => state),
    names.map(() => 'alarm'),
  )
  await stop()
  await host.close()
})
