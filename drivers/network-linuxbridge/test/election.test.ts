import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { tmpdir } from 'node:os'
import type { RouterPort, RunRouter } from '@nimbo/network/driver/runs-routers'
import { eventually } from '@nimbo/testkit/eventually'
import { ip, port, rule, type Segment, segment, skip as cannot } from './guests.ts'
import { Machine } from './machine.ts'

const skip = cannot || (spawnSync('which', ['keepalived']).status === 0 ? false : 'needs keepalived')
const anything = [rule('egress'), rule('ingress')]

/** A port of a router, as who wires it and who runs it know it. */
const routerPort = (network: Segment, last: number, address: string) => {
  const wired = { ...port(network, last, []), addresses: [], filtered: false }
  const end: RouterPort = { id: wired.id, mac: wired.mac, mtu: 1400, addresses: [address] }
  return { wired, end }
}

const numbered = (vni: number): Segment => ({ ...segment(), mtu: 1400, segmentationId: vni })

/** Two hosts, joined by a wire. */
const twoHosts = async (machines: AsyncDisposableStack): Promise<readonly [Machine, Machine]> => {
  const base = await mkdtemp(join(tmpdir(), 'nimbo-election-'))
  machines.defer(() => rm(base, { recursive: true, force: true }))
  const [cloud, wire] = [`test ${randomUUID()}`, randomUUID().slice(0, 8)]
  const one = machines.use(new Machine(cloud, join(base, 'one'), '192.0.2.1', '192.0.2.2'))
  const two = machines.use(new Machine(cloud, join(base, 'two'), '192.0.2.2', '192.0.2.1'))
  ip('link', 'add', 'name', `up1${wire}`, 'type', 'veth', 'peer', 'name', `up2${wire}`)
  await one.begin(`up1${wire}`)
  await two.begin(`up2${wire}`)
  return [one, two]
}

test('a router that two hosts run goes on by the other one when the first is cut off', {
  skip,
}, async (story) => {
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
  assert.equal(await other.tell('isActive', router.id), false, 'packets went by the other host')

  const before = performance.now()
  await first.tell('cutOff')
  await eventually(async () => assert.deepEqual(await reaches(), [true, true]), { withinMs: 30_000 })
  story.diagnostic(`packets crossed the other host ${Math.round(performance.now() - before)} ms later`)
  assert.equal(await other.tell('isActive', router.id), true)
})
