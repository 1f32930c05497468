import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryBus } from '@nimbo/bus/memory'
import { type HttpRequest, streamOf } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import { measureBus } from './measure-bus.ts'
import { measureFlows } from './measure-flows.ts'
import { measurePools } from './measure-pool.ts'
import { measureQueueDepths, measureQueues } from './measure-queues.ts'
import { measureRequests } from './measure-requests.ts'
import { processMetrics } from './process-metrics.ts'
import { unitePages } from './unite-pages.ts'

const request = (method: string): HttpRequest => ({
  method,
  path: '/servers/1',
  mount: '',
  origin: 'http://cloud.test',
  query: new URLSearchParams(),
  headers: {},
  body: streamOf(undefined),
  remoteAddress: '',
  state: { requestId: '' },
})

const lines = (page: string, name: string): string[] =>
  page.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))

describe('the metrics of a process', () => {
  it('count requests by operation and status, and methods that a client invents as other', async () => {
    const metrics = processMetrics({ runtime: false })
    const handler = measureRequests(metrics.registry)('nova')(async (asked) => {
      Object.assign(asked.state, { operation: 'compute.servers.show', route: '/servers/{server_id}' })
      if (asked.method === 'DELETE') throw new Error('escaped')
      return json(200, {})
    })
    await handler(request('GET'))
    await handler(request('BREW'))
    await assert.rejects(handler(request('DELETE')))
    const labels = 'service="nova",operation="compute.servers.show",route="/servers/{server_id}"'
    assert.deepEqual(lines(await metrics.page(), 'nimbo_http_requests_total'), [
      `nimbo_http_requests_total{${labels},method="GET",status="200"} 1`,
      `nimbo_http_requests_total{${labels},method="other",status="200"} 1`,
      `nimbo_http_requests_total{${labels},method="DELETE",status="failed"} 1`,
    ])
    assert.deepEqual(lines(await metrics.page(), 'nimbo_http_requests_in_progress'), [
      'nimbo_http_requests_in_progress{service="nova"} 0',
    ])
  })

  it('count messages sent and handled, by topic and method', async () => {
    const metrics = processMetrics({ runtime: false })
    const bus = measureBus(metrics.registry)(memoryBus())
    await bus.listen({ topic: 'conductor' }, async (message) =>
      message === 'refused' ? { fault: {} } : { done: true },
    )
    assert.deepEqual(await bus.call({ topic: 'conductor' }, { method: 'build' }, { timeoutMs: 1_000 }), {
      done: true,
    })
    await bus.call({ topic: 'conductor' }, 'refused', { timeoutMs: 1_000 })
    await bus.cast({ topic: 'conductor' }, 'bare')
    await bus.idle()
    const page = await metrics.page()
    assert.deepEqual(lines(page, 'nimbo_rpc_sent_total'), [
      'nimbo_rpc_sent_total{topic="conductor",method="build",kind="call",outcome="ok"} 1',
      'nimbo_rpc_sent_total{topic="conductor",method="none",kind="call",outcome="fault"} 1',
      'nimbo_rpc_sent_total{topic="conductor",method="none",kind="cast",outcome="ok"} 1',
    ])
    assert.equal(lines(page, 'nimbo_rpc_handled_total').length, 3)
    await bus.close()
  })

  it('show flows of every database that answers', async () => {
    const metrics = processMetrics({ runtime: false })
    const boots = { flow: 'boot-server', state: 'running', count: 2 } as const
    measureFlows(
      metrics.registry,
      () => [
        async () => [boots],
        async () => [boots],
        () => Promise.reject(new Error('down')),
        () => new Promise(() => {}),
      ],
      20,
    )
    assert.deepEqual(lines(await metrics.page(), 'nimbo_flows'), [
      'nimbo_flows{flow="boot-server",state="running"} 4',
    ])
  })

  it('show database connections, the delay of messages, and dead letters', async () => {
    const metrics = processMetrics({ runtime: false })
    measurePools(metrics.registry, () => new Map([['nova_api', () => ({ total: 5, idle: 2, waiting: 1 })]]))
    const observer = measureQueues(metrics.registry)
    observer.delivered('conductor', 40)
    observer.deadLettered('conductor', 'of another major version')
    const page = await metrics.page()
    assert.deepEqual(lines(page, 'nimbo_database_connections'), [
      'nimbo_database_connections{database="nova_api",state="busy"} 3',
      'nimbo_database_connections{database="nova_api",state="idle"} 2',
      'nimbo_database_connections{database="nova_api",state="waiting"} 1',
    ])
    assert.deepEqual(lines(page, 'nimbo_queue_lag_seconds_sum'), [
      'nimbo_queue_lag_seconds_sum{topic="conductor"} 0.04',
    ])
    assert.deepEqual(lines(page, 'nimbo_dead_letters_total'), [
      'nimbo_dead_letters_total{topic="conductor"} 1',
    ])
  })

  it('show the queues of every broker that answers, as they are now', async () => {
    const metrics = processMetrics({ runtime: false })
    const conductor = { queue: 'conductor', ready: 3, consumers: 2 }
    const brokers = new Map<string, () => Promise<(typeof conductor)[]>>([
      ['one/api', async () => [conductor]],
      ['two/cell1', () => new Promise(() => {})],
    ])
    measureQueueDepths(metrics.registry, () => brokers, 20)
    const page = await metrics.page()
    assert.deepEqual(lines(page, 'nimbo_queue_messages_ready'), [
      'nimbo_queue_messages_ready{broker="one/api",queue="conductor"} 3',
    ])
    assert.deepEqual(lines(page, 'nimbo_queue_consumers'), [
      'nimbo_queue_consumers{broker="one/api",queue="conductor"} 2',
    ])
    brokers.delete('one/api')
    assert.deepEqual(lines(await metrics.page(), 'nimbo_queue_messages_ready'), [])
  })

  it('have the usual names for those of Node, and the worker as label of each line', async () => {
    const page = await processMetrics({ labels: { worker: 'nova-api-2' } }).page()
    for (const name of ['nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes'])
      assert.match(page, new RegExp(`^${name}{worker="nova-api-2"} [0-9.e-]+$`, 'm'))
  })

  it('have no figures of the event loop before somebody asks, and those of a few looks on the first page', async () => {
    const metrics = processMetrics()
    assert.equal(await metrics.registry.metrics(), '\n')
    const [least = ''] = lines(await metrics.page(), 'nodejs_eventloop_lag_min_seconds')
    const seconds = Number(least.split(' ')[1])
    assert.ok(seconds > 0 && seconds < 10, least)
  })
})

describe('the pages of several processes', () => {
  it('are united into one page, with each family once and the samples of all', async () => {
    const worker = (name: string, fault: boolean) => {
      const metrics = processMetrics({ runtime: false, labels: { worker: name } })
      const observer = measureQueues(metrics.registry)
      observer.delivered('conductor', 40)
      if (fault) observer.deadLettered('conductor', 'broken')
      return metrics.page()
    }
    const united = unitePages([await worker('a', false), await worker('b', true)])
    assert.deepEqual(lines(united, 'nimbo_queue_lag_seconds_count'), [
      'nimbo_queue_lag_seconds_count{worker="a",topic="conductor"} 1',
      'nimbo_queue_lag_seconds_count{worker="b",topic="conductor"} 1',
    ])
    assert.deepEqual(lines(united, 'nimbo_dead_letters_total'), [
      'nimbo_dead_letters_total{topic="conductor",worker="b"} 1',
    ])
    const told = united.split('\n').filter((line) => line.startsWith('# TYPE'))
    assert.deepEqual(told, [
      '# TYPE nimbo_queue_lag_seconds histogram',
      '# TYPE nimbo_dead_letters_total counter',
    ])
    assert.ok(united.endsWith('\n'))
  })
})
