import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryBus } from '@nimbo/bus/memory'
import { type HttpRequest, streamOf } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import { measureBus } from './measure-bus.ts'
import { measureFlows } from './measure-flows.ts'
import { measurePools } from './measure-pool.ts'
import { measureQueueLag } from './measure-queues.ts'
import { measureRequests } from './measure-requests.ts'
import { processMetrics } from './process-metrics.ts'

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
  it('count requests by operation and status, and never by what a client invents', async () => {
    const metrics = processMetrics({ runtime: false })
    const handler = measureRequests(metrics.registry)('nova')(async (asked) => {
      asked.state.operation = 'compute.servers.show'
      if (asked.method === 'DELETE') throw new Error('escaped')
      return json(200, {})
    })
    await handler(request('GET'))
    await handler(request('BREW'))
    await assert.rejects(handler(request('DELETE')))
    const labels = 'service="nova",operation="compute.servers.show"'
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
    await bus.listen({ topic: 'conductor' }, async () => ({ done: true }))
    assert.deepEqual(await bus.call({ topic: 'conductor' }, { method: 'build' }, { timeoutMs: 1_000 }), {
      done: true,
    })
    await bus.cast({ topic: 'conductor' }, 'bare')
    await bus.idle()
    const page = await metrics.page()
    assert.deepEqual(lines(page, 'nimbo_rpc_sent_total'), [
      'nimbo_rpc_sent_total{topic="conductor",method="build",kind="call",outcome="ok"} 1',
      'nimbo_rpc_sent_total{topic="conductor",method="none",kind="cast",outcome="ok"} 1',
    ])
    assert.equal(lines(page, 'nimbo_rpc_handled_total').length, 2)
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

  it('show pools, and how long messages waited', async () => {
    const metrics = processMetrics({ runtime: false })
    measurePools(metrics.registry, () => new Map([['nova_api', () => ({ total: 5, idle: 2, waiting: 1 })]]))
    measureQueueLag(metrics.registry)('conductor', 40)
    const page = await metrics.page()
    assert.deepEqual(lines(page, 'nimbo_database_connections'), [
      'nimbo_database_connections{database="nova_api",state="busy"} 3',
      'nimbo_database_connections{database="nova_api",state="idle"} 2',
      'nimbo_database_connections{database="nova_api",state="waiting"} 1',
    ])
    assert.deepEqual(lines(page, 'nimbo_queue_lag_seconds_sum'), [
      'nimbo_queue_lag_seconds_sum{topic="conductor"} 0.04',
    ])
  })
})
