import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { listen } from '@nimbo/http/listener'
import { textOf } from '@nimbo/http/message'
import { silentLog } from '@nimbo/kernel/log'
import { eventually } from '@nimbo/testing/eventually'
import { startAlarmStory, trustOfAnn } from './alarm-story.ts'

describe('alarms', () => {
  let story: Awaited<ReturnType<typeof startAlarmStory>>
  const told: { path: string; body: Record<string, unknown>; authorization: string | undefined }[] = []
  let door: Awaited<ReturnType<typeof listen>>
  before(async () => {
    story = await startAlarmStory()
    door = await listen(
      async (request) => {
        const body = JSON.parse(await textOf(request.body))
        told.push({ path: request.path, body, authorization: request.headers.authorization })
        if (request.path === '/hangs') return new Promise<never>(() => {})
        return { status: request.path === '/broken' ? 500 : 204, headers: {} }
      },
      { host: '127.0.0.1', port: 0, log: silentLog },
    )
  })
  after(async () => {
    await story[Symbol.asyncDispose]()
    await door.close(0)
  })

  const hook = (path: string) => `http://127.0.0.1:${door.port}${path}`

  /** A server with a number of measures in the last minutes, all of the same value. */
  const serverWith = async (load: number, count = 3): Promise<string> => {
    const id = randomUUID()
    const fields = { display_name: 'a', flavor_id: '1', flavor_name: 's', project_id: 'web' }
    await story.must('metric', 'POST', '/v1/resource/instance', { id, ...fields })
    const now = Math.floor(Date.now() / 60_000) * 60
    const measures = Array.from({ length: count }, (_, index) => ({
      timestamp: now - 60 * index,
      value: load,
    }))
    const batch = { [id]: { load: { archive_policy_name: 'medium', measures } } }
    await story.must('metric', 'POST', '/v1/batch/resources/metrics/measures?create_metrics=true', batch)
    await story.must('metric', 'GET', `/v1/resource/instance/${id}/metric/load/measures?refresh=true`)
    return id
  }
  const rule = (id: string, more: object = {}) => ({
    ...{ metric: 'load', resource_id: id, resource_type: 'instance', aggregation_method: 'mean' },
    ...{ threshold: 50, comparison_operator: 'gt', evaluation_periods: 2, granularity: 60, ...more },
  })
  const alarm = (name: string, resourceRule: object, more: object = {}) =>
    story.must('alarming', 'POST', '/v2/alarms', {
      ...{
        name,
        type: 'gnocchi_resources_threshold',
        gnocchi_resources_threshold_rule: resourceRule,
        ...more,
      },
    })
  const inState = (id: string, state: string) =>
    eventually(async () => assert.equal(await story.must('alarming', 'GET', `/v2/alarms/${id}/state`), state))
  const historyOf = (id: string) => story.must('alarming', 'GET', `/v2/alarms/${id}/history`)

  it('change to alarm or ok by the values of a metric, and call their action once', async () => {
    const id = await serverWith(90)
    const { alarm_id, ...made } = await alarm('hot', rule(id), { alarm_actions: [hook('/hot')] })
    assert.deepEqual([made.state, made.severity, made.enabled], ['insufficient data', 'low', true])
    await inState(alarm_id, 'alarm')
    await eventually(() => assert.equal(told.filter(({ path }) => path === '/hot').length, 1))
    const body = told.find(({ path }) => path === '/hot')?.body ?? {}
    assert.deepEqual(
      [body.alarm_id, body.previous, body.current, body.reason],
      [
        alarm_id,
        'insufficient data',
        'alarm',
        'Transition to alarm due to 2 samples outside threshold, most recent: 90',
      ],
    )
    const cool = await alarm('cool', rule(await serverWith(10)))
    await inState(cool.alarm_id, 'ok')
    const few = await alarm('few', rule(await serverWith(10, 1), { evaluation_periods: 5 }))
    await eventually(async () => {
      const { evaluation_results } = await story.must('alarming', 'GET', '/v2/metrics')
      const counters = evaluation_results.find((one: { alarm_id: string }) => one.alarm_id === few.alarm_id)
      assert.ok(counters.state_counters['insufficient data'] > 0)
    })
    assert.equal(await story.must('alarming', 'GET', `/v2/alarms/${few.alarm_id}/state`), 'insufficient data')
    const types = (await historyOf(alarm_id)).map(({ type }: { type: string }) => type)
    assert.deepEqual(types, ['state transition', 'creation'])
    assert.equal(told.filter(({ path }) => path === '/hot').length, 1)
  })

  it('send the user name and password of an action URL as a header', async () => {
    const door = hook('/guarded').replace('//', '//ann:p%40ss@')
    await alarm('guarded', rule(await serverWith(90)), { alarm_actions: [door] })
    const [call] = await eventually(() => {
      const calls = told.filter(({ path }) => path === '/guarded')
      assert.equal(calls.length, 1)
      return calls
    })
    assert.equal(call?.authorization, `Basic ${Buffer.from('ann:p@ss').toString('base64')}`)
  })

  it('have no actions with a trust that somebody else has given', async () => {
    const action = (path: string) => `trust+http://${trustOfAnn.id}@hooks.test${path}`
    const wanted = (path: string) => ({
      ...{ name: 'trusted', type: 'event', event_rule: {}, enabled: false },
      alarm_actions: [action(path)],
    })
    assert.equal((await story.send('alarming', 'POST', '/v2/alarms', wanted('/'), 'bob')).status, 400)
    const { alarm_id } = await story.must('alarming', 'POST', '/v2/alarms', wanted('/'))
    const change = (path: string, token: 'ann' | 'admin') =>
      story.send('alarming', 'PUT', `/v2/alarms/${alarm_id}`, { ...wanted(path), description: 'new' }, token)
    assert.equal((await change('/stolen', 'admin')).status, 400)
    assert.equal((await change('/', 'admin')).status, 200, 'an action that stays')
    assert.equal((await change('/elsewhere', 'ann')).status, 200)
  })

  it('record in their history an action that failed after all retries', async () => {
    const { alarm_id } = await alarm('deaf', rule(await serverWith(90)), { alarm_actions: [hook('/broken')] })
    const failure = await eventually(async () => {
      const found = (await historyOf(alarm_id)).find(
        ({ type }: { type: string }) => type === 'action failure',
      )
      assert.ok(found)
      return JSON.parse(found.detail)
    })
    assert.deepEqual(failure, { action: hook('/broken'), tries: 2, reason: 'the address answered 500' })
    assert.equal(told.filter(({ path }) => path === '/broken').length, 2)
  })

  it('record an action whose URL hangs as failed, and carry out others meanwhile', async () => {
    const actions = { alarm_actions: [hook('/hangs'), hook('/answers')] }
    const { alarm_id } = await alarm('slow', rule(await serverWith(90)), actions)
    await eventually(() => assert.equal(told.filter(({ path }) => path === '/answers').length, 1))
    const [failure] = await eventually(async () => {
      const changes: readonly { type: string; detail: string }[] = await historyOf(alarm_id)
      const failures = changes.filter(({ type }) => type === 'action failure')
      assert.equal(failures.length, 1)
      return failures
    })
    const { action, tries } = JSON.parse(failure?.detail ?? '{}')
    assert.deepEqual([action, tries], [hook('/hangs'), 2])
  })

  it('combine rules with and/or, and watch the mean of several resources', async () => {
    const [hot, cold] = [await serverWith(90), await serverWith(5)]
    const part = (id: string) => ({ type: 'gnocchi_resources_threshold', ...rule(id) })
    const either = await story.must('alarming', 'POST', '/v2/alarms', {
      ...{ name: 'either', type: 'composite', composite_rule: { or: [part(hot), part(cold)] } },
    })
    const both = await story.must('alarming', 'POST', '/v2/alarms', {
      ...{ name: 'both', type: 'composite', composite_rule: { and: [part(hot), part(cold)] } },
    })
    const query = JSON.stringify({ in: { id: [hot, cold] } })
    const mean = await story.must('alarming', 'POST', '/v2/alarms', {
      ...{ name: 'mean', type: 'gnocchi_aggregation_by_resources_threshold' },
      gnocchi_aggregation_by_resources_threshold_rule: {
        ...{ metric: 'load', query, resource_type: 'instance', aggregation_method: 'mean' },
        ...{ threshold: 45, comparison_operator: 'gt', granularity: 60 },
      },
    })
    await inState(either.alarm_id, 'alarm')
    await inState(both.alarm_id, 'ok')
    await inState(mean.alarm_id, 'alarm')
  })

  it('keep the state that they get while they are changed', async () => {
    const id = await serverWith(90)
    const { alarm_id } = await alarm('calm', rule(id), { enabled: false })
    story.meanwhile(`/v1/resource/instance/${id}`, () =>
      story.must('alarming', 'PUT', `/v2/alarms/${alarm_id}/state`, 'alarm'),
    )
    const body = { name: 'calmer', type: 'gnocchi_resources_threshold', enabled: false }
    const rules = { gnocchi_resources_threshold_rule: rule(id) }
    await story.must('alarming', 'PUT', `/v2/alarms/${alarm_id}`, { ...body, ...rules })
    const { name, state } = await story.must('alarming', 'GET', `/v2/alarms/${alarm_id}`)
    assert.deepEqual([name, state], ['calmer', 'alarm'])
  })

  it('see no metrics of other projects, whoever wrote their rule and however', async () => {
    const id = await serverWith(90)
    const { metrics } = await story.must('metric', 'GET', `/v1/resource/instance/${id}`)
    const threshold = {
      aggregation_method: 'mean',
      threshold: 50,
      comparison_operator: 'gt',
      granularity: 60,
    }
    const byResource = { type: 'gnocchi_resources_threshold', ...rule(id) }
    const byMetric = {
      ...threshold,
      type: 'gnocchi_aggregation_by_metrics_threshold',
      metrics: [metrics.load],
    }
    const bySearch = {
      ...{ ...threshold, type: 'gnocchi_aggregation_by_resources_threshold', metric: 'load' },
      ...{ resource_type: 'instance', query: JSON.stringify({ '=': { id } }) },
    }
    const post = (parts: readonly object[], token: 'ann' | 'bob') => {
      const body = { name: 'spy', type: 'composite', composite_rule: { or: parts } }
      return story.send('alarming', 'POST', '/v2/alarms', body, token)
    }
    for (const part of [byResource, byMetric]) {
      assert.equal((await post([bySearch, part], 'bob')).status, 403)
      assert.equal((await post([bySearch, part], 'ann')).status, 201)
    }
    const { alarm_id } = (await post([bySearch, bySearch], 'bob')).body
    const [verdict] = await eventually(async () => {
      const { evaluation_results } = await story.must('alarming', 'GET', '/v2/metrics', undefined, 'bob')
      const own = evaluation_results.filter((one: { alarm_id: string }) => one.alarm_id === alarm_id)
      assert.ok(Object.keys(own[0]?.state_counters ?? {}).length > 0)
      return own
    })
    assert.deepEqual(Object.keys(verdict.state_counters), ['insufficient data'])
    await story.must('alarming', 'DELETE', `/v2/alarms/${alarm_id}`, undefined, 'bob')
  })

  it('on load balancers are stored, and have insufficient data without a load balancing service', async () => {
    const rule = { pool_id: 'p', stack_id: 's', autoscaling_group_id: 'g' }
    const made = await story.must('alarming', 'POST', '/v2/alarms', {
      ...{ name: 'members', type: 'loadbalancer_member_health', state: 'ok' },
      loadbalancer_member_health_rule: rule,
    })
    assert.deepEqual(made.loadbalancer_member_health_rule, rule)
    await inState(made.alarm_id, 'insufficient data')
    const [latest] = await historyOf(made.alarm_id)
    assert.match(latest.detail, /failed to communicate with load balancing service/)
  })

  it('of type event are raised by matching events of their own project only', async () => {
    const made = await story.must('alarming', 'POST', '/v2/alarms', {
      ...{ name: 'gone', type: 'event' },
      event_rule: {
        event_type: 'compute.instance.delete.*',
        query: [{ field: 'traits.host', op: 'eq', value: 'h1' }],
      },
    })
    const event = (project_id: string, host: string) => ({
      ...{
        message_id: randomUUID(),
        event_type: 'compute.instance.delete.end',
        project_id,
        traits: { host },
      },
    })
    for (const one of [event('shop', 'h1'), event('web', 'h2')])
      await story.host.bus.cast({ topic: 'alarm.all' }, one)
    await story.host.bus.idle()
    assert.equal(
      await story.must('alarming', 'GET', `/v2/alarms/${made.alarm_id}/state`),
      'insufficient data',
    )
    await story.host.bus.cast({ topic: 'alarm.all' }, event('web', 'h1'))
    await inState(made.alarm_id, 'alarm')
  })

  it('are refused with invalid rules, and beyond the quota of the project', async () => {
    const id = randomUUID()
    const good = {
      name: 'x',
      type: 'gnocchi_resources_threshold',
      gnocchi_resources_threshold_rule: rule(id),
    }
    const bad: readonly object[] = [
      { ...good, name: '' },
      { ...good, type: 'threshold' },
      { ...good, type: 'loadbalancer_member_health' },
      { name: 'x', type: 'loadbalancer_member_health', loadbalancer_member_health_rule: { pool_id: 'p' } },
      { ...good, gnocchi_resources_threshold_rule: rule(id, { threshold: 'high' }) },
      { ...good, gnocchi_resources_threshold_rule: rule(id, { evaluation_periods: 0 }) },
      { ...good, gnocchi_resources_threshold_rule: rule(id, { colour: 'red' }) },
      { ...good, event_rule: {} },
      { ...good, alarm_actions: ['ftp://somewhere'] },
      { ...good, time_constraints: [{ name: 'n', start: '99 * * * *', duration: 60 }] },
      { ...good, severity: 'dreadful' },
      { ...good, type: 'composite', gnocchi_resources_threshold_rule: undefined, composite_rule: { or: [] } },
    ]
    for (const wanted of bad) {
      const { status, body } = await story.send('alarming', 'POST', '/v2/alarms', wanted)
      assert.equal(status, 400, JSON.stringify(wanted))
      assert.equal(body.error_message.faultcode, 'Client')
    }
    const limit = { project_id: 'shop', quotas: [{ resource: 'alarms', limit: 1 }] }
    assert.equal((await story.send('alarming', 'POST', '/v2/quotas', limit)).status, 403)
    await story.must('alarming', 'POST', '/v2/quotas', limit, 'admin')
    await story.must('alarming', 'POST', '/v2/alarms', good, 'bob')
    const second = await story.send('alarming', 'POST', '/v2/alarms', good, 'bob')
    assert.match(second.body.error_message.faultstring, /Alarm quota exceeded/)
    assert.equal((await story.must('alarming', 'GET', '/v2/quotas', undefined, 'bob')).quotas[0].limit, 1)
    const ofShop = await story.must('alarming', 'GET', '/v2/quotas/shop', undefined, 'admin')
    assert.deepEqual(ofShop.quotas, [{ resource: 'alarms', limit: 1 }])
    await story.must('alarming', 'DELETE', '/v2/quotas/shop', undefined, 'admin')
    assert.equal((await story.send('alarming', 'DELETE', '/v2/quotas/shop', undefined, 'admin')).status, 404)
  })

  it('are shown and deleted at the link that the list of API versions gives', async () => {
    const { alarm_id } = await alarm('by link', rule(randomUUID()))
    const [{ id, links }] = (await story.must('alarming', 'GET', '/')).versions.values
    assert.equal(id, 'v2')
    const [, path] = /^https?:\/\/[^/]+\/alarming(\/.*)$/.exec(links[0].href) ?? []
    assert.equal((await story.must('alarming', 'GET', `${path}/alarms/${alarm_id}`)).name, 'by link')
    await story.must('alarming', 'DELETE', `${path}/alarms/${alarm_id}`)
  })

  it('are found by simple and complex queries, and can be changed and deleted; other projects see none', async () => {
    const off = { enabled: false, severity: 'critical' }
    const { alarm_id } = await alarm('find me', rule(randomUUID()), off)
    const simple = await story.must('alarming', 'GET', '/v2/alarms?q.field=name&q.op=eq&q.value=find%20me')
    assert.deepEqual(
      simple.map((one: { alarm_id: string }) => one.alarm_id),
      [alarm_id],
    )
    const filter = JSON.stringify({ and: [{ '=': { severity: 'critical' } }, { '=': { enabled: false } }] })
    const orderby = JSON.stringify([{ name: 'desc' }])
    const complex = await story.must('alarming', 'POST', '/v2/query/alarms', { filter, orderby, limit: 5 })
    assert.deepEqual(
      complex.map((one: { alarm_id: string }) => one.alarm_id),
      [alarm_id],
    )
    assert.equal((await story.send('alarming', 'GET', '/v2/alarms?q.field=colour&q.value=red')).status, 400)
    const odd = JSON.stringify({ '=': { enabled: 'perhaps' } })
    assert.equal((await story.send('alarming', 'POST', '/v2/query/alarms', { filter: odd })).status, 400)
    assert.equal(
      (await story.send('alarming', 'GET', `/v2/alarms/${alarm_id}`, undefined, 'bob')).status,
      404,
    )
    const body = { ...simple[0], name: 'found' }
    assert.equal((await story.must('alarming', 'PUT', `/v2/alarms/${alarm_id}`, body)).name, 'found')
    await story.must('alarming', 'PUT', `/v2/alarms/${alarm_id}/state`, 'ok')
    assert.equal((await story.send('alarming', 'PUT', `/v2/alarms/${alarm_id}/state`, 'fine')).status, 400)
    await story.must('alarming', 'DELETE', `/v2/alarms/${alarm_id}`)
    const changes = await story.must('alarming', 'POST', '/v2/query/alarms/history', {
      filter: JSON.stringify({ '=': { alarm_id } }),
    })
    assert.deepEqual(
      changes.map(({ type, detail }: { type: string; detail: string }) => [
        type,
        type === 'rule change' ? JSON.parse(detail) : 0,
      ]),
      [
        ['deletion', 0],
        ['state transition', 0],
        ['rule change', { name: 'found' }],
        ['creation', 0],
      ],
    )
  })
})
