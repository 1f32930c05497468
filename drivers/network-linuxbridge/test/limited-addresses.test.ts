import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import { count, counted, send } from './datagrams.ts'
import { type Guest, ip, skip, startHost } from './guests.ts'
import { world } from './router-world.ts'

const none = { kbps: 0, burstKbit: 0 }
const megabyte = 1_000_000
/** More than the limit lets through while they are sent, and less than passes without one. */
const datagrams = 2_000
const size = 1_400
const limit = { kbps: 1_000, burstKbit: 100 }

/** The bytes that arrive of some datagrams, which are sent at once. */
const passing = (from: Guest, address: string, to: Guest): number => {
  const before = counted(to, 'datagrams').bytes
  send(from, address, datagrams, size)
  return counted(to, 'datagrams').bytes - before
}

const isLimited = (bytes: number) => assert.ok(bytes > 0 && bytes < megabyte, `${bytes} bytes passed a limit`)
const isFree = (bytes: number) => assert.ok(bytes > 2 * megabyte, `${bytes} bytes passed without a limit`)

test('a floating IP and a gateway are limited in each direction, and other addresses are not', {
  skip,
}, async () => {
  await using running = await startHost()
  using guests = new DisposableStack()
  const { host, routers } = running
  const { router, wire, one, other, stranger, gatewayPortId } = await world(host, guests)
  const [address, fixedAddress] = ['203.0.113.50', '10.77.1.5']
  const floatingIps = [{ id: randomUUID(), address, fixedAddress, gatewayPortId }]
  const limited = (limits: NonNullable<RunRouter['limits']>) =>
    routers.ensureRouter({ ...router, floatingIps, limits })
  const namespace = `qrouter-${router.id}`
  await limited([])
  await wire()
  for (const guest of [one, stranger]) count(guest, 0)
  isFree(passing(stranger, address, one))

  await limited([{ address, gatewayPortId, egress: none, ingress: limit }])
  isLimited(passing(stranger, address, one))
  isFree(passing(one, '203.0.113.1', stranger))

  await limited([{ address, gatewayPortId, egress: limit, ingress: none }])
  isFree(passing(stranger, address, one))
  isLimited(passing(one, '203.0.113.1', stranger))
  isFree(passing(other, '203.0.113.1', stranger))

  await limited([{ address: '203.0.113.2', gatewayPortId, egress: limit, ingress: none }])
  isLimited(passing(other, '203.0.113.1', stranger))
  isFree(passing(one, '203.0.113.1', stranger))

  await limited([])
  assert.doesNotMatch(ip('-n', namespace, 'link', 'show'), /lim/, 'nothing is left of the limits')
  isFree(passing(other, '203.0.113.1', stranger))
})

test('limits that stay are not set again, so that queued packets are not lost', { skip }, async () => {
  await using running = await startHost()
  using guests = new DisposableStack()
  const { host, routers } = running
  const { router, wire, gatewayPortId } = await world(host, guests)
  const [address, fixedAddress] = ['203.0.113.50', '10.77.1.5']
  const floatingIps = [{ id: randomUUID(), address, fixedAddress, gatewayPortId }]
  const limits = [{ address, gatewayPortId, egress: limit, ingress: limit }]
  const queue = (): string => ip('-n', `qrouter-${router.id}`, 'link', 'show', 'type', 'ifb')
  await routers.ensureRouter({ ...router, floatingIps, limits })
  await wire()
  const before = queue()
  assert.match(before, /lim/)
  await routers.ensureRouter({ ...router, floatingIps, limits })
  assert.equal(queue(), before)
  const more = limits.map((each) => ({ ...each, ingress: { ...limit, kbps: 2_000 } }))
  await routers.ensureRouter({ ...router, floatingIps, limits: more })
  assert.notEqual(queue(), before)
})
