import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { DhcpNetwork } from '@nimbo/network/driver/network-agent-driver'
import { linuxbridgeDriver, removeAllOf } from '../src/network-linuxbridge.ts'
import { ownerOf } from '../src/owner.ts'
import { Guest, port, rule, segment, skip } from './guests.ts'

test('an address still leased to a deleted port is leased to the next port that has it', {
  skip,
}, async () => {
  const runtimeDirectory = await mkdtemp(join(tmpdir(), 'nimbo-leases-'))
  // dnsmasq runs as nobody.
  await chmod(runtimeDirectory, 0o755)
  const options = { cloud: `test ${randomUUID()}`, runtimeDirectory }
  const host = await linuxbridgeDriver(options).open('here')
  try {
    const network = segment()
    await host.wires.ensureNetwork(network)
    const wanted = port(network, 5, [rule('egress')])
    using guest = new Guest(wanted)
    await host.ports.wirePorts([wanted])
    const files = join(runtimeDirectory, ownerOf(options), 'dhcp', network.id)
    await mkdir(files, { recursive: true })
    const inAnHour = Math.floor(Date.now() / 1000) + 3600
    await writeFile(join(files, 'leases'), `${inAnHour} fa:16:3e:00:00:09 10.77.0.5 * *\n`)
    assert.deepEqual(await host.dhcp.leases?.(network.id), ['10.77.0.5'])
    const subnet = {
      ...{ id: randomUUID(), cidr: '10.77.0.0/24', version: 4, gateway: '10.77.0.1', nameservers: [] },
      ...{ routes: [], addressMode: null, raMode: null },
    } satisfies DhcpNetwork['subnets'][number]
    await host.dhcp.ensureDhcp({
      ...{ network, subnets: [subnet], leaseSeconds: 3600, domain: 'openstacklocal' },
      port: { id: randomUUID(), mac: 'fa:16:3e:00:00:fe', addresses: ['10.77.0.254'] },
      hosts: [{ portId: wanted.id, mac: wanted.mac, addresses: wanted.addresses, options: [] }],
    })
    assert.equal(guest.lease()?.address, '10.77.0.5')
    assert.deepEqual(await host.dhcp.leases?.(network.id), [])
  } finally {
    await host.close()
    await removeAllOf(options)
    await rm(runtimeDirectory, { recursive: true, force: true })
  }
})
