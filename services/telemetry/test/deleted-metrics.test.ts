import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { manualClock } from '@nimbo/durable/manual-clock'
import { startMetricStory } from './metric-story.ts'

/** `[metricd] metric_cleanup_delay`. */
const cleanupMs = 300_000

it('a deleted metric is hidden at once, but its archive policy stays in use until metricd removes it', async () => {
  const clock = manualClock(Date.parse('2026-01-31T12:00:00Z'))
  await using story = await startMetricStory(clock)
  await story.settled()
  const policy = { name: 'brief', definition: [{ granularity: 60, points: 10 }] }
  await story.must('POST', '/v1/archive_policy', policy, 'admin')
  const status = async (path: string) => (await story.send('GET', path)).status
  const dropPolicy = () => story.send('DELETE', '/v1/archive_policy/brief', undefined, 'admin')

  const lone = (await story.must('POST', '/v1/metric', { archive_policy_name: 'brief', name: 'lone' })).id
  const resource = randomUUID()
  const ofResource = `/v1/resource/generic/${resource}`
  const metrics = { cpu: { archive_policy_name: 'brief' }, disk: { archive_policy_name: 'brief' } }
  const made = await story.must('POST', '/v1/resource/generic', { id: resource, metrics })
  const measures = [{ timestamp: '2026-01-31T11:59:00', value: 1 }]
  for (const id of [lone, made.metrics.cpu]) await story.must('POST', `/v1/metric/${id}/measures`, measures)
  await story.settled()
  await story.must('POST', `/v1/metric/${lone}/measures`, measures)

  await story.must('DELETE', `/v1/metric/${lone}`)
  assert.equal(await status(`/v1/metric/${lone}`), 404)
  assert.equal(await status(`/v1/metric/${lone}/measures`), 404)
  assert.equal((await story.send('DELETE', `/v1/metric/${lone}`)).status, 404)
  assert.deepEqual(await story.must('GET', '/v1/metric?name=lone'), [])
  const late = { [lone]: measures }
  assert.equal((await story.send('POST', '/v1/batch/metrics/measures', late)).status, 400)

  // Its name on the resource is free again at once.
  await story.must('DELETE', `/v1/metric/${made.metrics.cpu}`)
  assert.deepEqual(Object.keys((await story.must('GET', ofResource)).metrics), ['disk'])
  const again = { cpu: { archive_policy_name: 'brief' } }
  await story.must('POST', `${ofResource}/metric`, again)
  const cpu = (await story.must('GET', `${ofResource}/metric/cpu`)).id
  assert.notEqual(cpu, made.metrics.cpu)

  await story.must('DELETE', ofResource)
  assert.equal(await status(ofResource), 404)
  assert.equal(await status(`/v1/metric/${cpu}`), 404)
  assert.deepEqual(await story.must('GET', '/v1/metric'), [])
  await story.must('POST', '/v1/resource/generic', { id: resource })
  assert.deepEqual((await story.must('GET', ofResource)).metrics, {})
  const refused = await dropPolicy()
  assert.deepEqual([refused.status, refused.body.description], [400, 'Archive policy brief is still in use'])

  clock.advance(cleanupMs - 1)
  await story.settled()
  assert.equal((await dropPolicy()).status, 400)
  clock.advance(1)
  await story.settled()
  assert.equal((await dropPolicy()).status, 204)
})
