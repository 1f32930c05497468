import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startMetricStory } from './metric-story.ts'

describe('the metrics service', () => {
  let story: Awaited<ReturnType<typeof startMetricStory>>
  before(async () => {
    story = await startMetricStory()
  })
  after(() => story[Symbol.asyncDispose]())

  const at = (text: string) => `2026-01-31T${text}+00:00`
  const metric = async (archive_policy_name = 'medium') =>
    (await story.must('POST', '/v1/metric', { archive_policy_name })).id
  const post = (id: string, ...measures: readonly (readonly [string, number])[]) =>
    story.must(
      'POST',
      `/v1/metric/${id}/measures`,
      measures.map(([time, value]) => ({ timestamp: at(time), value })),
    )
  const read = (id: string, query: string) =>
    story.must('GET', `/v1/metric/${id}/measures?refresh=true&${query}`)

  it('refuses an invalid body with the error messages of Gnocchi, and any type but JSON', async () => {
    const refused = async (body: unknown) => {
      const reply = await story.send('POST', '/v1/archive_policy', body, 'admin')
      assert.equal(reply.status, 400)
      return reply.body.description
    }
    assert.equal(await refused({ cowsay: 'moo' }), "Invalid input: extra keys not allowed @ data['cowsay']")
    assert.equal(
      await refused({ name: 'a' }),
      "Invalid input: required key not provided @ data['definition']",
    )
    assert.match(await refused({ name: 'a', definition: [] }), /length of value must be at least 1/)
    assert.match(await refused({ name: 'a', definition: 'b' }), /expected a list/)
    await refused({ name: 'a', definition: [{ granularity: 1, points: 'few' }] })
    const twice = await refused({
      name: 'a',
      definition: [
        { granularity: 1, points: 2 },
        { granularity: 1, points: 3 },
      ],
    })
    assert.equal(twice.reason, "More than one archive policy uses granularity `1.0'")
    const inText = { 'content-type': 'text/plain' }
    assert.equal((await story.send('POST', '/v1/metric', {}, 'ann', inText)).status, 415)
    const path = '/v1/archive_policy/low'
    assert.equal((await story.send('GET', path, undefined, 'ann', { accept: 'text/plain' })).status, 406)
    const either = { accept: 'text/plain, application/json; q=0.8' }
    assert.equal((await story.send('GET', path, undefined, 'ann', either)).status, 200)
  })

  it('has default archive policies, creates others, and refuses to change the granularities of a policy', async () => {
    const all = await story.must('GET', '/v1/archive_policy')
    assert.deepEqual(
      all.map(({ name }: { name: string }) => name),
      [
        'bool',
        'ceilometer-high',
        'ceilometer-high-rate',
        'ceilometer-low',
        'ceilometer-low-rate',
        'high',
        'low',
        'medium',
      ],
    )
    const low = await story.must('GET', '/v1/archive_policy/low')
    assert.deepEqual(low.definition, [{ granularity: '0:05:00', points: 8640, timespan: '30 days, 0:00:00' }])
    const wanted = {
      name: 'day',
      definition: [
        { granularity: '1 min', timespan: '1 day' },
        { granularity: 10, points: 6 },
      ],
    }
    assert.equal((await story.send('POST', '/v1/archive_policy', wanted)).status, 403)
    const made = await story.must('POST', '/v1/archive_policy', wanted, 'admin')
    assert.deepEqual(
      made.definition.map(({ granularity, points }: { granularity: string; points: number }) => [
        granularity,
        points,
      ]),
      [
        ['0:00:10', 6],
        ['0:01:00', 1440],
      ],
    )
    assert.equal((await story.send('POST', '/v1/archive_policy', wanted, 'admin')).status, 409)
    const narrower = {
      definition: [
        { granularity: 10, points: 6 },
        { granularity: '2 min', points: 6 },
      ],
    }
    const refused = await story.send('PATCH', '/v1/archive_policy/day', narrower, 'admin')
    assert.deepEqual([refused.status, refused.body.title], [400, 'Bad Request'])
    const longer = {
      definition: [
        { granularity: 10, points: 60 },
        { granularity: '1 min', points: 6 },
      ],
    }
    assert.equal(
      (await story.must('PATCH', '/v1/archive_policy/day', longer, 'admin')).definition[0].points,
      60,
    )
    const odd = { name: 'odd', definition: [{ granularity: 10, points: 6, timespan: 90 }] }
    assert.equal((await story.send('POST', '/v1/archive_policy', odd, 'admin')).status, 400)
    const endless = { name: 'endless', definition: [{ granularity: 60, points: '9'.repeat(20) }] }
    assert.equal((await story.send('POST', '/v1/archive_policy', endless, 'admin')).status, 400)
    const wrong = { ...wanted, name: 'wrong', aggregation_methods: ['average'] }
    assert.equal((await story.send('POST', '/v1/archive_policy', wrong, 'admin')).status, 400)
    await story.must('POST', '/v1/metric', { archive_policy_name: 'day' })
    assert.match(
      (await story.send('DELETE', '/v1/archive_policy/day', undefined, 'admin')).body.description,
      /still in use/,
    )
  })

  it('chooses the archive policy of a metric by the matching rule whose pattern sorts last', async () => {
    assert.equal((await story.send('POST', '/v1/metric', { name: 'cpu.user' })).status, 400)
    const rules = [
      ['all', '*', 'low'],
      ['cpu', 'cpu.*', 'high'],
    ]
    for (const [name, metric_pattern, archive_policy_name] of rules)
      await story.must(
        'POST',
        '/v1/archive_policy_rule',
        { name, metric_pattern, archive_policy_name },
        'admin',
      )
    assert.equal((await story.must('POST', '/v1/metric', { name: 'cpu.user' })).archive_policy_name, 'high')
    assert.equal((await story.must('POST', '/v1/metric', { name: 'disk' })).archive_policy_name, 'low')
    const renamed = await story.must('PATCH', '/v1/archive_policy_rule/cpu', { name: 'processors' }, 'admin')
    assert.deepEqual([renamed.name, renamed.metric_pattern], ['processors', 'cpu.*'])
    for (const name of ['all', 'processors'])
      await story.must('DELETE', `/v1/archive_policy_rule/${name}`, undefined, 'admin')
    assert.equal((await story.send('GET', '/v1/archive_policy_rule/cpu')).status, 404)
  })

  it('aggregates measures once, also late ones in the back window, and drops older ones', async () => {
    const id = await metric()
    await post(id, ['10:00:00', 1], ['10:00:30', 3], ['10:01:00', 10])
    await post(id, ['10:01:00', 10])
    const minutes = await read(id, 'granularity=60')
    assert.deepEqual(minutes, [
      [at('10:00:00'), 60, 2],
      [at('10:01:00'), 60, 10],
    ])
    assert.deepEqual(await read(id, 'granularity=60&aggregation=count'), [
      [at('10:00:00'), 60, 2],
      [at('10:01:00'), 60, 1],
    ])
    await post(id, ['10:00:10', 8])
    const all = await read(id, 'aggregation=sum')
    assert.deepEqual(all, [
      [at('10:00:00'), 3600, 22],
      [at('10:00:00'), 60, 12],
      [at('10:01:00'), 60, 10],
    ])
    // The previous hour is outside of the back window: its points are no longer stored.
    await post(id, ['09:59:00', 1000])
    assert.deepEqual(await read(id, 'aggregation=sum'), all)
    const some = await read(id, `granularity=60&aggregation=sum&start=${encodeURIComponent(at('10:01:00'))}`)
    assert.deepEqual(some, [[at('10:01:00'), 60, 10]])
  })

  it('keeps as many aggregates of each granularity as the archive policy says', async () => {
    const definition = [
      { granularity: '0:01:00', points: 3 },
      { granularity: '0:05:00', points: 2 },
    ]
    const policy = { name: 'brief', back_window: 0, aggregation_methods: ['sum'], definition }
    await story.must('POST', '/v1/archive_policy', policy, 'admin')
    const id = await metric('brief')
    const times = async (granularity: number) =>
      (await read(id, `aggregation=sum&granularity=${granularity}`)).map(([time]: [string]) => time)
    for (const minute of ['00', '01', '02']) await post(id, [`10:${minute}:00`, 1])
    assert.deepEqual(await times(60), [at('10:00:00'), at('10:01:00'), at('10:02:00')])
    await post(id, ['10:04:00', 1])
    assert.deepEqual(await times(60), [at('10:02:00'), at('10:04:00')])
    assert.deepEqual(await times(300), [at('10:00:00')])
    await post(id, ['10:11:00', 1])
    assert.deepEqual([await times(60), await times(300)], [[at('10:11:00')], [at('10:10:00')]])
  })

  it('stores rates if the archive policy has rate aggregations', async () => {
    const id = await metric('ceilometer-low-rate')
    await post(id, ['10:00:00', 100], ['10:05:00', 160], ['10:10:00', 190])
    await post(id, ['10:15:00', 290])
    const values = (await read(id, 'aggregation=rate:mean')).map(
      ([, , value]: [string, number, number]) => value,
    )
    assert.deepEqual(values, [60, 30, 100])
  })

  it('refuses all measures of a request if one is invalid, and unknown metrics and aggregations', async () => {
    const id = await metric()
    const path = `/v1/metric/${id}/measures`
    const good = { timestamp: at('10:00:00'), value: 1 }
    for (const bad of [
      { timestamp: 'some day', value: 1 },
      // No database stores an instant that far away, and metricd would try for ever.
      ...[1e300, '1e999', '-1e300', '1e17 weeks'].map((timestamp) => ({ timestamp, value: 1 })),
      { timestamp: at('10:00:00') },
      { ...good, value: 'NaN' },
    ])
      assert.equal((await story.send('POST', path, [good, bad])).status, 400)
    const nan = await story.speak('POST', path, {
      ...{ token: 'ann', headers: { 'content-type': 'application/json' } },
      body: '[{"timestamp": 1, "value": NaN}]',
    })
    assert.equal(nan.status, 400)
    assert.deepEqual(await read(id, ''), [])
    const unknown = await story.send('POST', '/v1/metric', { archive_policy_name: 'nowhere' })
    assert.deepEqual(
      [unknown.status, unknown.body.description],
      [400, 'Archive policy nowhere does not exist'],
    )
    const missing = await story.send('GET', `/v1/metric/${randomUUID()}/measures`)
    assert.match(missing.body.description, /^Metric .* does not exist$/)
    assert.match(
      (await story.send('GET', `${path}?aggregation=99pct`)).body.description,
      /'99pct'.*does not exist/,
    )
    assert.equal((await story.send('GET', `${path}?granularity=7`)).status, 404)
    assert.equal((await story.send('POST', path, [good], 'bob')).status, 403)
  })

  it('shows its aggregation methods, and to admins its backlog', async () => {
    assert.ok((await story.must('GET', '/v1/capabilities')).aggregation_methods.includes('rate:95pct'))
    assert.equal((await story.send('GET', '/v1/status')).status, 403)
    const id = await metric()
    await post(id, ['10:00:00', 1])
    await story.settled()
    const status = await story.must('GET', '/v1/status', undefined, 'admin')
    assert.deepEqual(status.storage, { summary: { metrics: 0, measures: 0 }, measures_to_process: {} })
    assert.equal(status.metricd.processors.length, 1)
    assert.deepEqual(await story.must('GET', `/v1/metric/${id}/measures?granularity=60`), [
      [at('10:00:00'), 60, 1],
    ])
  })

  it('pages through metrics by the header Link', async () => {
    for (let count = 0; count < 5; count += 1)
      await story.must('POST', '/v1/metric', { name: 'page', archive_policy_name: 'low' }, 'bob')
    const seen: string[] = []
    let path: string | undefined = '/v1/metric?limit=2&name=page'
    while (path !== undefined) {
      const { headers, body } = await story.send('GET', path, undefined, 'bob')
      seen.push(...body.map(({ id }: { id: string }) => id))
      path = /<http:\/\/cloud\.test\/metric([^>]*)>; rel="next"/.exec(headers.link ?? '')?.[1]
    }
    assert.deepEqual([seen.length, new Set(seen).size], [5, 5])
    assert.equal((await story.must('GET', '/v1/metric?name=page')).length, 0)
  })

  it('takes batches of many measures, and of more metrics than a query of the database may name', async () => {
    const id = await metric()
    const begin = Date.parse('2026-01-31T12:00:00Z') / 1000
    const many = Array.from({ length: 5_000 }, (_, ms) => ({ timestamp: begin + ms / 1000, value: 1 }))
    assert.ok(JSON.stringify(many).length > 114_688)
    await story.must('POST', '/v1/batch/metrics/measures', { [id]: many })
    assert.deepEqual(
      (await read(id, 'aggregation=count&granularity=60')).map(([, , count]: readonly number[]) => count),
      [5_000],
    )
    const unknown = Array.from({ length: 40_000 }, () => randomUUID())
    const batchOf = (value: object) => Object.fromEntries(unknown.map((one) => [one, value]))
    for (const [of, value] of [
      ['metrics', []],
      ['resources/metrics', {}],
    ] as const) {
      const { status, body } = await story.send('POST', `/v1/batch/${of}/measures`, batchOf(value))
      assert.deepEqual([status, body.description.detail.length], [400, unknown.length])
    }
    const larger = await story.send('POST', `/v1/metric/${id}/measures`, 'x'.repeat(8 * 1024 * 1024))
    assert.equal(larger.status, 413)
  })
})
