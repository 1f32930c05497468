import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listen } from '@nimbo/http/listener'
import { silentLog } from '@nimbo/kernel/log'
import { eventually } from '@nimbo/testing/eventually'
import { startAlarmStory } from './alarm-story.ts'

test('a Prometheus alarm follows the values of its query, which is restricted to its project', async () => {
  let values: readonly number[] = [90, 95]
  const asked = new Set<string>()
  const prometheus = await listen(
    async ({ path, query }) => {
      assert.equal(path, '/api/v1/query')
      asked.add(query.get('query') ?? '')
      const result = values.map((value) => ({ metric: {}, value: [1, String(value)] }))
      const body = JSON.stringify({ status: 'success', data: { resultType: 'vector', result } })
      return { status: 200, headers: { 'content-type': 'application/json' }, body }
    },
    { host: '127.0.0.1', port: 0, log: silentLog },
  )
  const story = await startAlarmStory({
    OS_PROMETHEUS__PROMETHEUS_HOST: '127.0.0.1',
    OS_PROMETHEUS__PROMETHEUS_PORT: String(prometheus.port),
  })
  try {
    const rule = { query: 'rate(cpu[5m])', threshold: 80, comparison_operator: 'gt' }
    const { alarm_id, ...made } = await story.must('alarming', 'POST', '/v2/alarms', {
      ...{ name: 'hot', type: 'prometheus', prometheus_rule: rule },
    })
    assert.deepEqual(made.prometheus_rule, rule)
    const inState = (state: string) =>
      eventually(async () =>
        assert.equal(await story.must('alarming', 'GET', `/v2/alarms/${alarm_id}/state`), state),
      )
    await inState('alarm')
    values = [3]
    await inState('ok')
    values = []
    await inState('insufficient data')
    assert.deepEqual([...asked], ['rate(cpu{project_id="web"}[5m])'])
    const wrong = { name: 'x', type: 'prometheus', prometheus_rule: { ...rule, query: '' } }
    assert.equal((await story.send('alarming', 'POST', '/v2/alarms', wrong)).status, 400)
  } finally {
    await story[Symbol.asyncDispose]()
    await prometheus.close(0)
  }
})
