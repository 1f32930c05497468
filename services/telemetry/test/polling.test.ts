import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { loadConfig } from '@nimbo/config/load-config'
import { manualClock } from '@nimbo/durable/manual-clock'
import type { Handler } from '@nimbo/http/message'
import { ok } from '@nimbo/http/reply'
import { backgroundPace } from '@nimbo/kernel/background-pace'
import { eventually } from '@nimbo/testing/eventually'
import { loneServiceHost, speakTo } from '@nimbo/testing/lone-service'
import { ceilometerOptions } from '../src/metering-options.ts'
import { gnocchiOptions } from '../src/metric-options.ts'
import { startCeilometerApi } from '../src/roles/metering/ceilometer-api.ts'
import { startCeilometerPolling } from '../src/roles/metering/ceilometer-polling.ts'
import { startGnocchiApi } from '../src/roles/metric/gnocchi-api.ts'

const tokens = {
  admin: { userId: 'admin', projectId: 'admin', roles: ['admin', 'member', 'reader'] },
  'token-of-the-service': { userId: 'ceilometer', projectId: 'service', roles: ['admin', 'service'] },
}
const servers = ['s1', 's2', 's3', 's4', 's5', 's6']
/** How long reading the diagnostics of one guest takes. */
const guestMs = 30
const begin = Date.parse('2026-01-01T00:00:00Z')
const intervalMs = 300_000

/** A polling agent on a manual clock, which only the test and the reading of a guest advance. */
const startPolling = async (names: readonly string[] = servers, guest: object = {}) => {
  const clock = manualClock(begin)
  const seen: string[] = []
  const compute: Handler = async ({ path }) => {
    const [, id] = /servers\/([\w-]+)\/diagnostics$/.exec(path) ?? []
    if (id === undefined)
      return ok({ servers: names.map((name) => ({ id: name, name, status: 'ACTIVE', tenant_id: 'web' })) })
    seen.push(id)
    clock.advance(guestMs)
    return ok({ memory_details: { maximum: 512, used: 100 }, ...guest })
  }
  const metricHost = loneServiceHost({ tokens, clock })
  const metrics = await startGnocchiApi(metricHost, {
    config: loadConfig({ files: [], env: {}, options: gnocchiOptions }),
  })
  assert.ok(metrics.api)
  const host = {
    ...loneServiceHost({ tokens, clock, others: { compute, metric: metrics.api } }),
    pace: backgroundPace({ clock }),
  }
  const api = await startCeilometerApi(host)
  assert.ok(api.api)
  const speak = speakTo(api.api, '/metering')
  const config = loadConfig({ files: [], env: {}, options: ceilometerOptions })
  const agent = await startCeilometerPolling(host, { config })
  await agent.begin()
  const metric = speakTo(metrics.api, '/metric')
  return {
    clock,
    seen,
    agent,
    published: async (path: string) => (await metric('GET', path, { token: 'admin' })).body,
    samples: async (): Promise<readonly (readonly [resource: string, timestamp: string])[]> => {
      const { status, body } = await speak('GET', '/v2/meters/memory.usage', { token: 'admin' })
      assert.equal(status, 200, JSON.stringify(body))
      return body.map(({ resource_id, timestamp }: Record<string, string>) => [resource_id, timestamp])
    },
    pass: async (ms: number) => {
      clock.advance(ms)
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    },
    [Symbol.asyncDispose]: async () => {
      await agent.stop()
      await api.stop()
      await metrics.stop()
      await host.close()
      await metricHost.close()
    },
  }
}

describe('a polling agent that shares its thread with requests', () => {
  it('rests after each guest as long as polling it took, and gives all samples the same timestamp', async () => {
    await using polling = await startPolling()
    const { seen, pass, samples } = polling
    await pass(intervalMs - 1)
    assert.deepEqual(seen, [])
    await pass(1)
    assert.deepEqual(seen, ['s1'])
    await pass(guestMs - 1)
    assert.deepEqual(seen, ['s1'])
    await pass(1)
    assert.deepEqual(seen, ['s1', 's2'])
    for (let rest = 0; rest < servers.length; rest += 1) await pass(guestMs)
    assert.deepEqual(seen, servers)
    const at = new Date(begin + intervalMs).toISOString()
    const ofAll = servers.map((id) => [id, at])
    await eventually(async () => {
      await pass(guestMs)
      assert.deepEqual((await samples()).toSorted(), ofAll)
    })
  })

  it('polls at every interval, however long a poll takes', async () => {
    await using polling = await startPolling()
    const { clock, pass, samples } = polling
    const looks: string[] = []
    for (const count of [1, 2, 3]) {
      looks.push(new Date(begin + count * intervalMs).toISOString())
      await pass(intervalMs - (clock.now() % intervalMs))
      await eventually(async () => {
        await pass(guestMs)
        const times = new Set((await samples()).map(([, timestamp]) => timestamp))
        assert.deepEqual([...times].sort(), looks)
      })
    }
  })

  it('stops during a rest, and polls no other guest', async () => {
    await using polling = await startPolling()
    const { agent, seen, pass, samples } = polling
    await pass(intervalMs)
    await pass(guestMs)
    assert.deepEqual(seen, ['s1', 's2'])
    // The clock stands still: if stopping waited for the end of a rest, it would wait forever.
    await agent.stop()
    await pass(intervalMs)
    assert.deepEqual(seen, ['s1', 's2'])
    assert.deepEqual(await samples(), [])
  })
})

it('a polling agent publishes the measures of all guests, however many measures each has', async () => {
  const counters = Object.fromEntries(
    ['octets', 'packets', 'drop', 'errors'].flatMap((name) => [
      [`rx_${name}`, 123_456_789_012],
      [`tx_${name}`, 123_456_789_012],
    ]),
  )
  const nics = Array.from({ length: 8 }, (_, index) => ({
    mac_address: `fa:16:3e:00:00:0${index}`,
    ...counters,
  }))
  const many = Array.from({ length: 20 }, () => randomUUID())
  await using polling = await startPolling(many, { nic_details: nics })
  await polling.pass(intervalMs)
  await eventually(async () => {
    await polling.pass(guestMs)
    const found: readonly { metrics: Record<string, string> }[] = await polling.published(
      '/v1/resource/instance_network_interface',
    )
    assert.equal(found.length, nics.length * many.length)
    for (const { metrics } of found) assert.ok(metrics['network.incoming.bytes'])
  })
})
