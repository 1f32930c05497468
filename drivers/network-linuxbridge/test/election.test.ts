import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import { eventually } from '@nimbo/testing/eventually'
import { skip as cannot, port, rule, type Segment } from './guests.ts'
import { numbered, routerPort, twoHosts } from './two-hosts.ts'

const skip = cannot || (spawnSync('which', ['keepalived']).status === 0 ? false : 'needs keepalived')
const anything = [rule('egress'), rule('ingress')]

test('the standby of a highly available router takes over when the active host is cut off', {
  skip,
}, async (context) => {
  await using machines = new AsyncDisposableStack()
  const hosts = await twoHosts(machines)
  const [inner, outer, between] = [numbered(71), numbered(72), numbered(73)]
  const inside = routerPort(inner, 1, '10.77.0.1/24')
  const outside = routerPort(outer, 4, '203.0.113.2/24')
  const router: RunRouter = {
    id: randomUUID(),
    adminStateUp: true,
    interfaces: [inside.end],
    gateways: [{ port: outside.end, nexthops: ['203.0.113.1'], snat: true }],
    routes: [],
    floatingIps: [
      { id: randomUUID(), address: '203.0.113.9', fixedAddress: '10.77.0.2', gatewayPortId: outside.end.id },
    ],
    helpers: [],
    forwardings: [],
  }
  for (const [index, host] of hosts.entries()) {
    const own = routerPort(between, 8 + index, `169.254.192.${index + 1}/18`)
    const authentication = { type: 'PASS', password: 'secret' } as const
    const election = { port: own.end, virtualRouterId: 7, advertSeconds: 1, authentication }
    await host.tell('run', { ...router, election })
    const ports = [inside, outside, own].map(({ wired }) => wired)
    assert.equal(await host.tell('wire', [inner, outer, between], ports), 3)
  }
  const actives = () => Promise.all(hosts.map((host) => host.tell('isActive', router.id)))
  await eventually(async () => assert.deepEqual((await actives()).toSorted(), [false, true]))
  const [first, other] = (await actives())[0] ? hosts : hosts.toReversed()
  assert.ok(first && other)

  const unfiltered = (network: Segment, last: number) => ({
    ...port(network, last, anything),
    filtered: false,
  })
  await other.tell('guest', unfiltered(inner, 2), '10.77.0.2/24', '10.77.0.1')
  await other.tell('guest', unfiltered(outer, 3), '203.0.113.1/24', '203.0.113.2')
  const reaches = async () => [
    await other.tell('reaches', 0, '203.0.113.1'),
    await other.tell('reaches', 1, '203.0.113.9'),
  ]
  await eventually(async () => assert.deepEqual(await reaches(), [true, true]))
  assert.equal(await other.tell('isActive', router.id), false, 'the standby host did not route the packets')

  const before = performance.now()
  await first.tell('cutOff')
  await eventually(async () => assert.deepEqual(await reaches(), [true, true]), { withinMs: 30_000 })
  context.diagnostic(`packets crossed the other host ${Math.round(performance.now() - before)} ms later`)
  assert.equal(await other.tell('isActive', router.id), true)
})
