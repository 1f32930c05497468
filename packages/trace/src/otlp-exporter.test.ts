import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { otlpExporter } from './otlp-exporter.ts'
import type { Span } from './span.ts'

const span = (more: Partial<Span> = {}): Span => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentId: undefined,
  name: 'claim-host',
  service: 'nova-scheduler',
  startedAt: 1_700_000_000_000.25,
  durationMs: 1.5,
  status: 'ok',
  attributes: { host: 'a', tries: 2, share: 0.5, alternate: false },
  ...more,
})

/** A collector that keeps what it receives, and replies with the given status. */
const collector = async (status = 200) => {
  const bodies: unknown[] = []
  const headers: unknown[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    headers.push([request.method, request.url, request.headers['x-tenant']])
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(status).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    bodies,
    headers,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

describe('export by OTLP', () => {
  it('sends spans in the JSON form of the protocol, with a resource for each service', async () => {
    await using served = await collector()
    const exporter = otlpExporter({
      endpoint: served.endpoint,
      headers: { 'x-tenant': 'ours' },
      resource: { 'host.name': 'one' },
      clock: systemClock,
      log: silentLog,
    })
    exporter.record(span())
    exporter.record(
      span({
        service: 'nova-compute',
        parentId: '00f067aa0ba902b7',
        status: 'error',
        attributes: { error: 'full' },
      }),
    )
    await exporter.flush()

    assert.deepEqual(served.headers, [['POST', '/v1/traces', 'ours']])
    const [body] = served.bodies as {
      resourceSpans: { resource: unknown; scopeSpans: { spans: unknown[] }[] }[]
    }[]
    assert.equal(body?.resourceSpans.length, 2)
    const [scheduler, compute] = body?.resourceSpans ?? []
    assert.deepEqual(scheduler?.resource, {
      attributes: [
        { key: 'service.name', value: { stringValue: 'nova-scheduler' } },
        { key: 'service.namespace', value: { stringValue: 'nimbo' } },
        { key: 'host.name', value: { stringValue: 'one' } },
      ],
    })
    assert.deepEqual(scheduler?.scopeSpans[0]?.spans, [
      {
        traceId: '0af7651916cd43dd8448eb211c80319c',
        spanId: 'b7ad6b7169203331',
        name: 'claim-host',
        kind: 1,
        startTimeUnixNano: '1700000000000250000',
        endTimeUnixNano: '1700000000001750000',
        attributes: [
          { key: 'host', value: { stringValue: 'a' } },
          { key: 'tries', value: { intValue: '2' } },
          { key: 'share', value: { doubleValue: 0.5 } },
          { key: 'alternate', value: { boolValue: false } },
        ],
        status: { code: 1 },
      },
    ])
    const [failed] = (compute?.scopeSpans[0]?.spans ?? []) as { parentSpanId: string; status: unknown }[]
    assert.equal(failed?.parentSpanId, '00f067aa0ba902b7')
    assert.deepEqual(failed?.status, { code: 2, message: 'full' })
  })

  it('drops a batch that the collector refuses, logs a warning, and goes on', async () => {
    await using served = await collector(503)
    const warnings: string[] = []
    const log = { ...silentLog, warn: (_fields: object, message: string) => void warnings.push(message) }
    const exporter = otlpExporter({ endpoint: served.endpoint, resource: {}, clock: systemClock, log })
    exporter.record(span())
    await exporter.flush()
    exporter.record(span())
    await exporter.flush()
    assert.equal(served.bodies.length, 2)
    assert.deepEqual(warnings, Array(2).fill('spans for the OTLP collector were lost'))
  })
})
