import assert from 'node:assert/strict'
import { it } from 'node:test'
import { loadConfig } from '@nimbo/config/load-config'
import { loneServiceHost, speakTo } from '@nimbo/testing/lone-service'
import { shiftedClock } from '@nimbo/testing/shifted-clock'
import { aodhOptions } from '../src/alarming-options.ts'
import { ceilometerOptions } from '../src/metering-options.ts'
import { startAodhApi } from '../src/roles/alarm/aodh-api.ts'
import { startAodhEvaluator } from '../src/roles/alarm/aodh-evaluator.ts'
import { startCeilometerApi } from '../src/roles/metering/ceilometer-api.ts'
import { startCeilometerNotification } from '../src/roles/metering/ceilometer-notification.ts'

const hour = 3_600
const tokens = { ann: { userId: 'ann', projectId: 'web', roles: ['member', 'reader'] } }

/** A service whose clock is under control, called as ann. */
const hosted = () => {
  const clock = shiftedClock()
  return { clock, host: loneServiceHost({ tokens, clock }) }
}

it('samples and events are removed after their time to live, and kept for ever without one', async () => {
  const { clock, host } = hosted()
  const { api, stop } = await startCeilometerApi(host)
  assert.ok(api)
  const speak = speakTo(api, '/metering')
  const runAgent = async (env: Readonly<Record<string, string>>, work = async () => {}) => {
    const config = loadConfig({ files: [], env, options: ceilometerOptions })
    const agent = await startCeilometerNotification(host, { config })
    await agent.begin()
    await work()
    await host.bus.idle()
    await agent.settled()
    await agent.stop()
  }
  const use = (name: string) => async () => {
    const sample = { counter_name: 'rain', counter_type: 'gauge', counter_unit: 'mm', counter_volume: 1 }
    // Its timestamp says nothing about when it was recorded.
    const json = [{ ...sample, resource_id: name, timestamp: '2099-01-01T00:00:00Z' }]
    assert.ok((await speak('POST', '/v2/meters/rain', { token: 'ann', json })).status < 300)
    const at = new Date(clock.now()).toISOString().replace('T', ' ').replace('Z', '000')
    await host.bus.notify(
      { exchange: 'nova', topic: 'notifications.info' },
      {
        ...{ message_id: name, event_type: name, timestamp: at, publisher_id: 'test', priority: 'INFO' },
        payload: { tenant_id: 'web' },
      },
    )
  }
  const kept = async () => {
    const samples = await speak('GET', '/v2/samples', { token: 'ann' })
    const events = await speak('GET', '/v2/events', { token: 'ann' })
    return [
      samples.body.map(({ resource_id }: { resource_id: string }) => resource_id).sort(),
      events.body.map(({ event_type }: { event_type: string }) => event_type).sort(),
    ]
  }
  await runAgent({}, use('early'))
  clock.advance(2 * hour * 1000)
  await runAgent({}, use('late'))
  assert.deepEqual(await kept(), [
    ['early', 'late'],
    ['early', 'late'],
  ])
  await runAgent({ OS_DATABASE__EVENT_TIME_TO_LIVE: String(hour) })
  assert.deepEqual(await kept(), [['early', 'late'], ['late']])
  await runAgent({ OS_DATABASE__METERING_TIME_TO_LIVE: String(hour) })
  assert.deepEqual(await kept(), [['late'], ['late']])
  await stop()
  await host.close()
})

it('the history of alarms is removed after its time to live', async () => {
  const { clock, host } = hosted()
  const config = loadConfig({
    files: [],
    env: { OS_DATABASE__ALARM_HISTORY_TIME_TO_LIVE: String(hour) },
    options: aodhOptions,
  })
  const { api, stop } = await startAodhApi(host, { config })
  assert.ok(api)
  const speak = speakTo(api, '/alarming')
  const json = { name: 'any', type: 'event', event_rule: {} }
  const { alarm_id } = (await speak('POST', '/v2/alarms', { token: 'ann', json })).body
  clock.advance(2 * hour * 1000)
  await speak('PUT', `/v2/alarms/${alarm_id}/state`, { token: 'ann', json: 'ok' })
  const evaluator = await startAodhEvaluator(host, { config })
  await evaluator.begin()
  await evaluator.settled()
  const { body } = await speak('GET', `/v2/alarms/${alarm_id}/history`, { token: 'ann' })
  assert.deepEqual(
    body.map(({ type }: { type: string }) => type),
    ['state transition'],
  )
  await evaluator.stop()
  await stop()
  await host.close()
})
