import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryBus } from '@nimbo/bus/memory'
import { type Handler, type HttpRequest, noQuery } from '@nimbo/http/message'
import { healthcheck } from './healthcheck.ts'
import { metricsPage } from './metrics-page.ts'

const request: HttpRequest = {
  ...{ method: 'GET', path: '/', mount: '', origin: 'http://cloud', query: noQuery, headers: {} },
  ...{ body: undefined, remoteAddress: '127.0.0.1', state: { requestId: 'req-1' } },
}

/** The statuses of a hundred requests at once. */
const flood = async (page: Handler): Promise<ReadonlySet<number>> => {
  const replies = await Promise.all(Array.from({ length: 100 }, () => page(request)))
  return new Set(replies.map(({ status }) => status))
}

test('many who ask for the metrics or the health at once share one look at brokers and databases', async () => {
  let pages = 0
  const metrics = metricsPage({
    contentType: 'text/plain',
    page: async () => {
      pages += 1
      return 'nimbo_role 1'
    },
  })
  assert.deepEqual(await flood(metrics), new Set([200]))
  assert.equal(pages, 1)

  const bus = memoryBus()
  let checks = 0
  await bus.listen({ topic: 'nimbo-healthcheck' }, async () => {
    checks += 1
    return undefined
  })
  const health = healthcheck({
    ...{ databases: new Map(), brokers: new Map([['memory', bus]]) },
    ...{ ready: () => true, detailed: false },
  })
  assert.deepEqual(await flood(health), new Set([200]))
  await bus.idle()
  assert.equal(checks, 1)
  assert.deepEqual(await flood(health), new Set([200]))
  await bus.idle()
  assert.equal(checks, 2)
  await bus.close()
})
