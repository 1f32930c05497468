/**
 * `[trace] otlp_endpoint` and `[metrics] enabled` had an effect only on processes of `nimbo serve`; a cloud of one process sent
 * no spans to the collector, and showed its metrics to anybody.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { startCollector } from '../distributed/processes/collector.ts'

test('a cloud of one process sends its spans to the collector, and hides its metrics if told to', async () => {
  await using collector = await startCollector()
  const { endpoint } = collector
  await using cloud = await startTestCloud({
    environment: { OS_TRACE__OTLP_ENDPOINT: endpoint, OS_METRICS__ENABLED: 'false' },
  })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const traced = { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } }
  assert.equal((await fetch(`${cloud.url}/identity/v3`, traced)).status, 200)
  await eventually(() => assert.notEqual(collector.spansOf(traceId).length, 0))
  assert.equal((await fetch(`${cloud.url}/metrics`)).status, 404)
})
