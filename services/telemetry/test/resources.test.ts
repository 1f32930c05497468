import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startMetricStory } from './metric-story.ts'

const at = (text: string) => `2026-01-31T${text}+00:00`

describe('resources of the metrics service', () => {
  let story: Awaited<ReturnType<typeof startMetricStory>>
  before(async () => {
    story = await startMetricStory()
  })
  after(() => story[Symbol.asyncDispose]())

  const instance = (id: string, more: object = {}) =>
    story.must('POST', '/v1/resource/instance', {
      ...{ id, project_id: 'web', user_id: 'ann', display_name: 'a', flavor_id: '1', flavor_name: 'small' },
      ...more,
    })
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

  it('keeps the history of a resource, and refuses a change based on an outdated ETag', async () => {
    const id = randomUUID()
    const made = await instance(id, { metrics: { cpu: { archive_policy_name: 'low' } } })
    assert.deepEqual([made.display_name, made.ended_at, Object.keys(made.metrics)], ['a', null, ['cpu']])
    const path = `/v1/resource/instance/${id}`
    const { headers } = await story.send('GET', path)
    const tag = headers.etag ?? ''
    assert.equal((await story.send('GET', path, undefined, 'ann', { 'if-none-match': tag })).status, 304)
    const changed = await story.must('PATCH', path, { display_name: 'b', flavor_name: 'big' }, 'ann', {
      'if-match': tag,
    })
    assert.deepEqual([changed.display_name, changed.started_at], ['b', made.started_at])
    const stale = await story.send('PATCH', path, { display_name: 'c' }, 'ann', { 'if-match': tag })
    assert.equal(stale.status, 412)
    const history = await story.must('GET', `${path}/history`)
    assert.deepEqual(
      history.map(({ display_name, revision_end }: Record<string, unknown>) => [
        display_name,
        revision_end === null,
      ]),
      [
        ['a', false],
        ['b', true],
      ],
    )
    assert.equal((await story.send('GET', path, undefined, 'bob')).status, 403)
    assert.equal((await story.send('POST', '/v1/resource/instance', { id, display_name: 'x' })).status, 400)
    const again = { id, display_name: 'x', flavor_id: '1', flavor_name: 's' }
    assert.match(
      (await story.send('POST', '/v1/resource/instance', again)).body.description,
      /^Resource .* already exists$/,
    )
    await story.must('DELETE', path)
    assert.match((await story.send('GET', path)).body.description, /^Resource .* does not exist$/)
  })

  it('derives the id of a resource from a name that is no UUID, and finds it by the name', async () => {
    const made = await story.must('POST', '/v1/resource/generic', { id: 'tap 1' })
    assert.match(made.id, /^[0-9a-f]{8}-[0-9a-f]{4}-5/)
    assert.equal(made.original_resource_id, 'tap 1')
    assert.equal((await story.must('GET', '/v1/resource/generic/tap%201')).id, made.id)
    assert.equal((await story.send('POST', '/v1/resource/generic', { id: 'a/b' })).status, 400)
  })

  it('has resource types, to which attributes can be added if existing resources get a value', async () => {
    const type = {
      name: 'tower',
      attributes: {
        height: { type: 'number', required: true, min: 1 },
        lit: { type: 'bool', required: false },
      },
    }
    assert.equal((await story.send('POST', '/v1/resource_type', type)).status, 403)
    await story.must('POST', '/v1/resource_type', type, 'admin')
    assert.equal((await story.send('POST', '/v1/resource/tower', { id: 'low', height: 0 })).status, 400)
    await story.must('POST', '/v1/resource/tower', { id: 'high', height: 120, lit: true })
    const add = { op: 'add', path: '/attributes/city', value: { type: 'string', required: true } }
    assert.equal((await story.send('PATCH', '/v1/resource_type/tower', [add], 'admin')).status, 400)
    const filled = { ...add, value: { ...add.value, options: { fill: 'Rome' } } }
    await story.must('PATCH', '/v1/resource_type/tower', [filled], 'admin')
    const { lit, height } = await story.must('GET', '/v1/resource/tower/high')
    assert.deepEqual([lit, height], [true, 120])
    assert.equal((await story.send('DELETE', '/v1/resource_type/tower', undefined, 'admin')).status, 400)
    assert.equal((await story.send('DELETE', '/v1/resource_type/castle', undefined, 'admin')).status, 404)
  })

  it('finds and deletes resources by filters in JSON and in text', async () => {
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()]
    await instance(one, { host: 'h1', flavor_id: '7' })
    await instance(two, { host: 'h2', flavor_id: '7' })
    await instance(three, { host: 'h2', flavor_id: '8' })
    const find = async (filter: unknown) =>
      ids(await story.must('POST', '/v1/search/resource/instance', filter)).sort()
    assert.deepEqual(await find({ and: [{ '=': { host: 'h2' } }, { '=': { flavor_id: '7' } }] }), [two])
    assert.deepEqual(await find({ in: { host: ['h1', 'h2'] } }), [one, two, three].sort())
    assert.deepEqual(
      await find({ and: [{ like: { host: 'h%' } }, { not: { '=': { host: 'h1' } } }] }),
      [two, three].sort(),
    )
    const listed = await story.must(
      'GET',
      `/v1/resource/instance?filter=${encodeURIComponent("host = 'h2' and not flavor_id in ['8']")}`,
    )
    assert.deepEqual(ids(listed), [two])
    for (const bad of [{ '=': { colour: 'red' } }, { around: { host: 'h1' } }, { and: [] }])
      assert.equal((await story.send('POST', '/v1/search/resource/instance', bad)).status, 400)
    const broken = await story.send('GET', `/v1/resource/instance?filter=${encodeURIComponent('host = ')}`)
    assert.equal(broken.status, 400)
    assert.match(JSON.stringify(broken.body.description), /Invalid filter/)
    assert.deepEqual(
      ids(await story.must('POST', '/v1/search/resource/instance', { '=': { host: 'h1' } }, 'bob')),
      [],
    )
    const gone = await story.must(
      'DELETE',
      `/v1/resource/instance?filter=${encodeURIComponent("host = 'h2'")}`,
    )
    assert.deepEqual(gone, { deleted: 2 })
  })

  it('finds resources by patterns that contain backslashes', async () => {
    const made = await story.must('POST', '/v1/resource/generic', { id: 'disk C:\\' })
    for (const pattern of ['disk C:\\', '%\\']) {
      const filter = { like: { original_resource_id: pattern } }
      assert.deepEqual(ids(await story.must('POST', '/v1/search/resource/generic', filter)), [made.id])
    }
  })

  it('accepts measures of many metrics in one request, and creates missing metrics if asked to', async () => {
    const id = randomUUID()
    await instance(id)
    const batch = {
      [id]: { cpu: { archive_policy_name: 'low', measures: [{ timestamp: at('10:00:00'), value: 4 }] } },
    }
    const path = '/v1/batch/resources/metrics/measures'
    const unknown = await story.send('POST', path, batch)
    assert.deepEqual([unknown.status, unknown.body.description.cause], [400, 'Unknown metrics'])
    await story.must('POST', `${path}?create_metrics=true`, batch)
    assert.deepEqual(
      await story.must('GET', `/v1/resource/instance/${id}/metric/cpu/measures?refresh=true`),
      [[at('10:00:00'), 300, 4]],
    )
    const strange = await story.send('POST', path, { [randomUUID()]: {} })
    assert.equal(strange.body.description.cause, 'Unknown resources')
    const { id: metricId } = await story.must('GET', `/v1/resource/instance/${id}/metric/cpu`)
    await story.must('POST', '/v1/batch/metrics/measures', {
      [metricId]: [{ timestamp: at('10:05:00'), value: 6 }],
    })
    assert.equal((await story.must('GET', `/v1/metric/${metricId}/measures?refresh=true`)).length, 2)
  })

  it('knows all metrics of many resources', async () => {
    const many = Array.from({ length: 101 }, () => randomUUID())
    const names = [...Array.from({ length: 99 }, (_, index) => `m${index}`), 'z']
    const path = '/v1/batch/resources/metrics/measures'
    const none = { archive_policy_name: 'low', measures: [] }
    for (const id of many) {
      await story.must('POST', '/v1/resource/generic', { id })
      const made = { [id]: Object.fromEntries(names.map((name) => [name, none])) }
      await story.must('POST', `${path}?create_metrics=true`, made)
    }
    const last = { z: [{ timestamp: at('10:00:00'), value: 4 }] }
    await story.must('POST', path, Object.fromEntries(many.map((id) => [id, last])))
    const found = await story.must('POST', '/v1/search/resource/generic', { in: { id: many } })
    assert.equal(found.length, many.length)
    for (const { metrics } of found) assert.equal(Object.keys(metrics).length, names.length)
    const search = { resource_type: 'generic', search: { in: { id: many } } }
    const count = { ...search, operations: '(aggregate count (metric z mean))' }
    const { measures } = await story.must('POST', '/v1/aggregates?refresh=true', count)
    assert.deepEqual(measures.aggregated, [[at('10:00:00'), 300, many.length]])
  })

  it('aggregates by operations, and refuses an invalid operation with its position', async () => {
    const servers = [randomUUID(), randomUUID(), randomUUID()]
    for (const [index, id] of servers.entries()) {
      await instance(id, { server_group: 'ops', host: index === 0 ? 'a' : 'b' })
      const measures = ['10:00:00', '10:05:00'].map((time, step) => ({
        timestamp: at(time),
        value: 10 * (index + 1) + step,
      }))
      await story.must('POST', '/v1/batch/resources/metrics/measures?create_metrics=true', {
        [id]: { load: { archive_policy_name: 'low', measures } },
      })
    }
    const ask = (operations: unknown, query = '') =>
      story.must('POST', `/v1/aggregates?refresh=true&${query}`, {
        operations,
        resource_type: 'instance',
        search: 'server_group = "ops"',
      })
    const sum = await ask('(aggregate sum (metric load mean))')
    assert.deepEqual(sum, {
      measures: {
        aggregated: [
          [at('10:00:00'), 300, 60],
          [at('10:05:00'), 300, 63],
        ],
      },
    })
    const scaled = await ask(['*', ['aggregate', 'max', ['metric', 'l*', 'mean']], 2])
    assert.deepEqual(scaled.measures.aggregated[1], [at('10:05:00'), 300, 62])
    const groups = await ask('(aggregate mean (metric load mean))', 'groupby=host')
    assert.deepEqual(
      groups.map(
        ({ group, measures }: { group: object; measures: { measures: { aggregated: unknown[][] } } }) => [
          group,
          measures.measures.aggregated[0]?.[2],
        ],
      ),
      [
        [{ host: 'a' }, 10],
        [{ host: 'b' }, 25],
      ],
    )
    const metrics = await Promise.all(
      servers.map(async (id) => (await story.must('GET', `/v1/resource/instance/${id}/metric/load`)).id),
    )
    const each = await story.must('POST', '/v1/aggregates', {
      operations: `(rateofchange (metric ${metrics[0]} mean))`,
    })
    assert.deepEqual(each.measures[metrics[0]].mean, [[at('10:05:00'), 300, 1]])
    const old = await story.must(
      'GET',
      `/v1/aggregation/metric?metric=${metrics[0]}&metric=${metrics[1]}&aggregation=mean`,
    )
    assert.deepEqual(old[0], [at('10:00:00'), 300, 15])
    const mistakes: readonly (readonly [unknown, RegExp])[] = [
      ['(aggregate sum (metric load mean)', /expected "\)" for what begins at character 1/],
      ['(+ 2 (heal (metric load mean)))', /no operation heal at character 7/],
      [['aggregate', 'sum', ['metric', 'load']], /an aggregation after what begins at operations\[2\]/],
      ['(resample var 60 (metric load mean))', /no method var here at character 11/],
    ]
    for (const [operations, reason] of mistakes) {
      const { status, body } = await story.send('POST', '/v1/aggregates', { operations })
      assert.equal(status, 400)
      assert.match(body.description.reason, reason)
    }
  })
})
