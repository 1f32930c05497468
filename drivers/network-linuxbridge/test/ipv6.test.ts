/** Guests get IPv6 addresses in each mode (SLAAC, stateful and stateless DHCPv6), and reach each other through a router. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { DhcpNetwork } from '@nimbo/network/driver/network-agent-driver'
import type { RouterPort } from '@nimbo/network/driver/runs-routers'
import { eventually } from '@nimbo/testing/eventually'
import { Guest, ip, port, rule, type Segment, segment, skip, startHost, type TestHost } from './guests.ts'

type Mode = NonNullable<RouterPort['advertised']>[number]['mode']

const run = promisify(execFile)
const patience = { withinMs: 120_000, everyMs: 250 }
const anything = [rule('egress', { version: 6 }), rule('ingress', { version: 6 })]

const inside = ({ namespace }: Guest, program: string, ...args: readonly string[]) =>
  run('ip', ['netns', 'exec', namespace, process.execPath, join(import.meta.dirname, program), ...args], {
    timeout: 20_000,
  })

/** A guest with one address of the network, filtered as guests are. */
const guestOn = async (host: TestHost, guests: DisposableStack, network: Segment, address: string) => {
  const wanted = { ...port(network, 5, anything), mac: 'fa:16:3e:00:00:05', addresses: [address] }
  const guest = guests.use(new Guest(wanted))
  assert.equal(await host.ports.wirePort(wanted), true)
  return guest
}

/** A network with DHCP, whose gateway is a router that advertises its prefix in a mode. */
const networkOf = async (host: TestHost, number: number, mode: Mode) => {
  const network = segment()
  await host.wires.ensureNetwork(network)
  const prefix = `fd77:0:0:${number}::`
  const wired = { ...port(network, 1, []), mac: `fa:16:3e:aa:00:0${number}`, addresses: [], filtered: false }
  const end: RouterPort = {
    ...{ id: wired.id, mac: wired.mac, mtu: 1450, addresses: [`${prefix}1/64`] },
    advertised: [{ prefix: `${prefix}/64`, mode, nameservers: ['fd77::53'] }],
  }
  const dhcp = (guest: Guest): DhcpNetwork => ({
    network,
    port: { id: randomUUID(), mac: `fa:16:3e:bb:00:0${number}`, addresses: [`${prefix}2`] },
    subnets: [
      {
        ...{ id: randomUUID(), cidr: `${prefix}/64`, version: 6, gateway: `${prefix}1`, routes: [] },
        ...{ nameservers: ['fd77::53'], addressMode: mode, raMode: mode },
      },
    ],
    hosts: [{ portId: guest.port.id, mac: guest.port.mac, addresses: guest.port.addresses, options: [] }],
    leaseSeconds: 3600,
    domain: 'openstacklocal',
  })
  return { network, prefix, wired, end, dhcp }
}

interface Address {
  readonly local: string
  readonly scope: string
  readonly tentative?: boolean
}

const addressesOf = ({ namespace }: Guest): string[] => {
  const [link] = JSON.parse(ip('-j', '-n', namespace, '-6', 'address', 'show', 'dev', 'eth0'))
  const found: readonly Address[] = link?.addr_info ?? []
  return found.filter(({ scope, tentative }) => scope === 'global' && !tentative).map(({ local }) => local)
}

const defaultRoute = ({ namespace }: Guest): string =>
  ip('-n', namespace, '-6', 'route', 'show', 'default', 'dev', 'eth0')

const reaches = (from: Guest, address: string): boolean => {
  const program = join(import.meta.dirname, 'reach.ts')
  const command = ['netns', 'exec', from.namespace, process.execPath, program, address]
  return spawnSync('ip', command, { timeout: 10_000 }).status === 0
}

test('guests get IPv6 addresses by the modes of their subnets, and reach each other through a router', {
  skip,
}, async () => {
  await using running = await startHost()
  using guests = new DisposableStack()
  const { host, routers } = running
  const made = await networkOf(host, 1, 'slaac')
  const told = await networkOf(host, 2, 'dhcpv6-stateful')
  const both = await networkOf(host, 3, 'dhcpv6-stateless')
  const router = {
    ...{ id: randomUUID(), adminStateUp: true, interfaces: [made.end, told.end, both.end] },
    ...{ gateways: [], routes: [], floatingIps: [], helpers: [], forwardings: [] },
  }
  await routers.ensureRouter(router)
  for (const { wired } of [made, told, both]) assert.equal(await host.ports.wirePort(wired), true)
  const identifier = 'f816:3eff:fe00:5'
  const one = await guestOn(host, guests, made.network, `fd77:0:0:1:${identifier}`)
  const two = await guestOn(host, guests, told.network, 'fd77:0:0:2::77')
  const three = await guestOn(host, guests, both.network, `fd77:0:0:3:${identifier}`)
  await host.dhcp.ensureDhcp(told.dhcp(two))
  await host.dhcp.ensureDhcp(both.dhcp(three))

  await eventually(() => assert.deepEqual(addressesOf(one), [`fd77::1:${identifier}`]), patience)
  await eventually(() => assert.deepEqual(addressesOf(three), [`fd77::3:${identifier}`]), patience)
  for (const guest of [one, two, three])
    await eventually(() => assert.match(defaultRoute(guest), /via fe80:.* mtu 1450 /), patience)

  const answer = await eventually(
    async () => JSON.parse((await inside(two, 'ask-by-dhcpv6.ts', two.port.mac, 'address')).stdout),
    patience,
  )
  assert.deepEqual(answer, { address: 'fd77:0:0:2:0:0:0:77', nameserver: 'fd77:0:0:0:0:0:0:53' })
  assert.deepEqual(addressesOf(two), [], 'with stateful DHCPv6 a guest configures no address by itself')
  const rest = await eventually(
    async () => JSON.parse((await inside(three, 'ask-by-dhcpv6.ts', three.port.mac, 'information')).stdout),
    patience,
  )
  assert.deepEqual(rest, { nameserver: 'fd77:0:0:0:0:0:0:53' })

  ip('-n', two.namespace, 'address', 'add', 'fd77:0:0:2::77/64', 'dev', 'eth0', 'nodad')
  await eventually(() => assert.ok(reaches(one, 'fd77:0:0:2::77')), patience)
  await eventually(() => assert.ok(reaches(two, `fd77:0:0:3:${identifier}`)), patience)

  // Applying the same router changes nothing; without advertisements it still routes.
  await routers.ensureRouter(router)
  assert.ok(reaches(one, 'fd77:0:0:2::77'))
  const silent = [made, told, both].map(({ end: { advertised: _, ...rest } }) => rest)
  const gateway = { destination: 'fd78::/64', nexthop: `fd77:0:0:1:${identifier}` }
  await routers.ensureRouter({ ...router, interfaces: silent, routes: [gateway] })
  ip('-n', one.namespace, 'address', 'add', 'fd78::1/128', 'dev', 'lo')
  const open = { ...one.port, allowedPairs: [{ mac: one.port.mac, prefix: 'fd78::/64' }] }
  await host.ports.wirePort(open)
  await eventually(() => assert.ok(reaches(two, 'fd78::1'), 'an IPv6 route through a guest works'), patience)
})
