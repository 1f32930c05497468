import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { withDeadline } from '@nimbo/kernel/deadline'
import type { DhcpNetwork } from '@nimbo/network/driver/network-agent-driver'
import { Guest, ip, port, rule, segment, skip, startHost } from './guests.ts'

test('guests reach each other only as their security group rules allow', { skip }, async () => {
  await using running = await startHost()
  const { host } = running
  const network = segment()
  await host.wires.ensureNetwork(network)
  await host.wires.ensureNetwork(network)
  const open = port(network, 2, [rule('egress'), rule('ingress', { protocol: 6 })])
  const shut = port(network, 3, [rule('egress')])
  using openGuest = new Guest(open)
  using shutGuest = new Guest(shut)
  assert.equal(await host.ports.wirePort(open), true)
  assert.equal(await host.ports.wirePort(shut), true)
  openGuest.take()
  shutGuest.take()
  assert.ok(shutGuest.reaches(openGuest), 'a rule lets TCP in, and the replies come back')
  assert.ok(!openGuest.reaches(shutGuest), 'without an ingress rule nothing is let in')

  const allowed = { ...shut, rules: [...shut.rules, rule('ingress', { prefixes: ['10.77.0.2/32'] })] }
  assert.equal(await host.ports.wirePort(allowed), true)
  assert.ok(openGuest.reaches(shutGuest), 'a new rule applies at once')

  shutGuest.take('10.77.0.9')
  shutGuest.drop('10.77.0.3')
  assert.ok(!shutGuest.reaches(openGuest), 'packets from an address of another port are dropped')
  assert.deepEqual(
    (await host.ports.ports()).toSorted(),
    [open, shut].map(({ id }) => id.slice(0, 11)).toSorted(),
  )
  await host.ports.unwirePort(open.id.slice(0, 11))
  await host.ports.unwirePort(open.id.slice(0, 11))
  assert.ok(!openGuest.reaches(shutGuest), 'a tap whose port was unwired receives nothing')
})

test("clouds on one host do not filter each other's guests", { skip }, async () => {
  await using running = await startHost()
  await using other = await startHost()
  await other.host.wires.ensureNetwork(segment())
  const network = segment()
  await running.host.wires.ensureNetwork(network)
  const ports = [6, 7].map((last) => port(network, last, [rule('egress'), rule('ingress')]))
  using guests = new DisposableStack()
  const [one, another] = ports.map((wanted) => guests.use(new Guest(wanted)))
  assert.ok(one && another)
  for (const wanted of ports) assert.equal(await running.host.ports.wirePort(wanted), true)
  one.take()
  another.take()
  assert.ok(one.reaches(another), "the other cloud's filter ignores taps of other clouds")
})

test('a port is wired only once its device exists, and the driver notices the device', { skip }, async () => {
  await using running = await startHost()
  const { host } = running
  const network = segment()
  await host.wires.ensureNetwork(network)
  const late = port(network, 4, [])
  assert.equal(await host.ports.wirePort(late), false)
  const { promise, resolve } = Promise.withResolvers<void>()
  // Devices of other tests are seen too.
  const close = host.ports.watchDevices((device) => {
    if (device === late.device) resolve()
  })
  // The watcher's process needs a moment until it listens, so the device is changed until one change is seen.
  using guest = new Guest(late)
  const nudge = setInterval(
    () => ip('link', 'set', 'dev', guest.port.device, 'alias', String(Math.random())),
    50,
  )
  try {
    await withDeadline('the device is seen', 30_000, promise)
  } finally {
    clearInterval(nudge)
    await close()
  }
  assert.equal(await host.ports.wirePort(late), true)
})

test('DHCP gives each guest the address of its port', { skip }, async () => {
  await using running = await startHost()
  const { host } = running
  const network = segment()
  await host.wires.ensureNetwork(network)
  const wanted = port(network, 5, [rule('egress')])
  using guest = new Guest(wanted)
  await host.ports.wirePort(wanted)
  const dhcp: DhcpNetwork = {
    network,
    port: { id: randomUUID(), mac: 'fa:16:3e:00:00:fe', addresses: ['10.77.0.254'] },
    subnets: [
      {
        id: randomUUID(),
        cidr: '10.77.0.0/24',
        version: 4,
        gateway: '10.77.0.1',
        nameservers: [],
        routes: [],
        addressMode: null,
        raMode: null,
      },
    ],
    hosts: [],
    leaseSeconds: 3600,
    domain: 'openstacklocal',
  }
  await host.dhcp.ensureDhcp(dhcp)
  assert.equal(guest.lease(), undefined, 'DHCP does not answer a guest that it has no host entry for')
  const known = { portId: wanted.id, mac: wanted.mac, addresses: wanted.addresses, options: [] }
  await host.dhcp.ensureDhcp({ ...dhcp, hosts: [known] })
  assert.deepEqual(guest.lease(), { address: '10.77.0.5', router: '10.77.0.1', mtu: 1450 })
  assert.deepEqual(await host.dhcp.served(), [network.id])

  await host.dhcp.removeDhcp(network.id)
  await host.dhcp.removeDhcp(network.id)
  assert.deepEqual(await host.dhcp.served(), [])
  assert.ok(!ip('netns', 'list').includes(network.id))
  await host.wires.removeNetwork(network.id.slice(0, 11))
  assert.deepEqual(await host.wires.networks(), [])
})
