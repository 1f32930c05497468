/** Guests on a real network request metadata; a test double of nova checks the proxy's signatures as nova does. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { namedByProxy } from '@nimbo/compute/api/metadata/asking-server'
import { listen } from '@nimbo/http/listener'
import { bytes } from '@nimbo/http/reply'
import { internalContext } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { silentLog } from '@nimbo/kernel/log'
import { eventually } from '@nimbo/testing/eventually'
import { startTestNetwork, type TestNetwork } from '../../../services/network/test/test-network.ts'
import { linuxbridgeDriver, removeAllOf } from '../src/network-linuxbridge.ts'
import { Guest, ip, port, rule, segment, skip } from './guests.ts'

const secret = 'between neutron and nova'

/** A metadata API that replies with the server, project and path of a request, or 403 if the signature is wrong. */
const startNova = async () => {
  const whoAsks = namedByProxy(secret)
  const listener = await listen(
    async (request) => {
      try {
        const { serverId, projectId } = await whoAsks(internalContext(), request)
        return bytes(200, `${serverId} of ${projectId} asks for ${request.path}`, {})
      } catch (error) {
        return bytes(403, isFault(error) ? error.message : 'not understood', {})
      }
    },
    { host: '127.0.0.1', port: 0, log: silentLog },
  )
  return { port: listener.port, [Symbol.asyncDispose]: () => listener.close(0) }
}

/** The network service with agents that create real networks on this machine. */
const startNetwork = async (novaPort: number, more: { readonly isolated: boolean }) => {
  const cloud = { cloud: `test ${randomUUID()}` }
  const network = await startTestNetwork({
    driver: linuxbridgeDriver(cloud),
    routed: true,
    config: (defaults) => ({
      ...defaults,
      DEFAULT: {
        ...defaults.DEFAULT,
        ...{ nova_metadata_port: novaPort, metadata_proxy_shared_secret: secret },
        enable_isolated_metadata: more.isolated,
      },
    }),
  })
  return {
    network,
    [Symbol.asyncDispose]: async () => {
      await network[Symbol.asyncDispose]()
      await removeAllOf(cloud)
    },
  }
}

/** Creates a server's port on a network, and a namespace as its guest. */
const boot = async ({ nova }: TestNetwork, networkId: string, guests: DisposableStack) => {
  const serverId = randomUUID()
  const wished = {
    ...{ network_id: networkId, device_id: serverId, device_owner: 'compute:nova' },
    ...{ project_id: 'alpha', 'binding:host_id': 'host-1' },
  }
  const made = (await nova.post('/v2.0/ports', { port: wished })).body.port
  const address: string = made.fixed_ips[0].ip_address
  const wired = { ...port(segment(), 1, [rule('egress')]), id: made.id, mac: made.mac_address }
  const guest = guests.use(
    new Guest({ ...wired, device: `tap${made.id.slice(0, 11)}`, addresses: [address] }),
  )
  guest.take()
  await eventually(async () =>
    assert.equal((await nova.get(`/v2.0/ports/${made.id}`)).body.port.status, 'ACTIVE'),
  )
  // Asynchronous, since the services that reply run in this process.
  const asks = (host: string, path: string, ...headers: readonly string[]): Promise<string> =>
    new Promise((resolve) => {
      const program = join(import.meta.dirname, 'ask-page.ts')
      const command = ['netns', 'exec', guest.namespace, process.execPath, program, host, path, ...headers]
      execFile('ip', command, { timeout: 20_000 }, (_error, stdout) => resolve(stdout))
    })
  return {
    serverId,
    guest,
    asks,
    route: (...words: string[]) => ip('-n', guest.namespace, 'route', ...words),
  }
}

const there = ['169.254.169.254', 'fe80::a9fe:a9fe%eth0'] as const
const patience = { withinMs: 120_000, everyMs: 500 }

test('the router proxies metadata requests of a guest, and forged headers do not change its identity', {
  skip,
}, async () => {
  await using nova = await startNova()
  await using running = await startNetwork(nova.port, { isolated: false })
  using guests = new DisposableStack()
  const { network } = running
  const { id: networkId } = (await network.member.post('/v2.0/networks', { network: {} })).body.network
  const subnet = { network_id: networkId, ip_version: 4, cidr: '10.77.0.0/24' }
  const { id: subnetId } = (await network.member.post('/v2.0/subnets', { subnet })).body.subnet
  const { id: routerId } = (await network.member.post('/v2.0/routers', { router: {} })).body.router
  const door = `/v2.0/routers/${routerId}/add_router_interface`
  assert.equal((await network.member.put(door, { subnet_id: subnetId })).status, 200)
  const one = await boot(network, networkId, guests)
  const other = await boot(network, networkId, guests)
  for (const { route } of [one, other]) route('replace', 'default', 'via', '10.77.0.1')

  for (const host of there)
    for (const { asks, serverId } of [one, other])
      await eventually(
        async () => assert.equal(await asks(host, '/latest/'), `200 ${serverId} of alpha asks for /latest/`),
        patience,
      )
  const lies = [`X-Instance-ID=${other.serverId}`, 'X-Tenant-ID=beta', 'X-Forwarded-For=10.77.0.250']
  assert.equal(await one.asks(there[0], '/', ...lies), `200 ${one.serverId} of alpha asks for /`)
  one.guest.take('10.77.0.99')

  // A router whose admin_state_up is false proxies nothing until it is up again.
  const change = (up: boolean) =>
    network.member.put(`/v2.0/routers/${routerId}`, { router: { admin_state_up: up } })
  await change(false)
  await eventually(async () => assert.match(await other.asks(there[0], '/'), /^0 /), patience)
  await change(true)
  await eventually(async () => assert.match(await other.asks(there[0], '/'), /^200 /), patience)
})

test('the DHCP server proxies metadata requests on a network without a router, until it has one', {
  skip,
}, async () => {
  await using nova = await startNova()
  await using running = await startNetwork(nova.port, { isolated: true })
  using guests = new DisposableStack()
  const { network } = running
  const { id: networkId } = (await network.member.post('/v2.0/networks', { network: {} })).body.network
  const subnet = { network_id: networkId, ip_version: 4, cidr: '10.78.0.0/24' }
  const { id: subnetId } = (await network.member.post('/v2.0/subnets', { subnet })).body.subnet
  const one = await boot(network, networkId, guests)
  const query = `network_id=${networkId}&device_owner=network:dhcp`
  const [dhcp] = (await network.admin.get(`/v2.0/ports?${query}`)).body.ports
  const server: string = dhcp.fixed_ips[0].ip_address
  const hex = Buffer.from(server.split('.').map(Number)).toString('hex')
  await eventually(
    () => assert.match(one.guest.lease()?.routes ?? '', new RegExp(`20a9fea9fe${hex}`)),
    patience,
  )
  one.route('replace', '169.254.169.254', 'via', server)
  for (const host of there)
    await eventually(
      async () =>
        assert.equal(await one.asks(host, '/openstack'), `200 ${one.serverId} of alpha asks for /openstack`),
      patience,
    )

  const { id: routerId } = (await network.member.post('/v2.0/routers', { router: {} })).body.router
  await network.member.put(`/v2.0/routers/${routerId}/add_router_interface`, { subnet_id: subnetId })
  await eventually(async () => assert.match(await one.asks(there[0], '/'), /^0 /), patience)
  await eventually(() => {
    const lease = one.guest.lease()
    assert.ok(lease)
    assert.doesNotMatch(lease.routes ?? '', /20a9fea9fe/)
  }, patience)
  one.route('replace', '169.254.169.254', 'via', '10.78.0.1')
  for (const host of there)
    await eventually(async () => assert.match(await one.asks(host, '/'), /^200 /), patience)
})
