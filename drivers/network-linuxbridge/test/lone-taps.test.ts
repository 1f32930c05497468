/** libvirt creates a tap and then adds it to the bridge, which fails if the tap is in a bridge already. */
import assert from 'node:assert/strict'
import { readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { ip, port, rule, segment, skip, startHost } from './guests.ts'

const bridgeOfDevice = (device: string): string | undefined => {
  try {
    return basename(readlinkSync(`/sys/class/net/${device}/master`))
  } catch {
    return undefined
  }
}

/** Creates a tap as a hypervisor does, not in any bridge yet. */
const tap = (device: string): Disposable => {
  ip('tuntap', 'add', 'dev', device, 'mode', 'tap')
  return { [Symbol.dispose]: () => void ip('link', 'delete', 'dev', device) }
}

test('a new tap is left for the hypervisor to add to the bridge; a new bridge gets the taps of the old', {
  skip,
}, async () => {
  await using running = await startHost()
  const { host } = running
  const network = segment()
  await host.wires.ensureNetwork(network)
  const wanted = port(network, 2, [rule('egress')])
  using _tap = tap(wanted.device)

  assert.equal(await host.ports.wirePort(wanted), false)
  assert.equal(bridgeOfDevice(wanted.device), undefined)

  ip('link', 'set', 'dev', wanted.device, 'master', network.bridge)
  assert.equal(await host.ports.wirePort(wanted), true)

  // If the bridge is deleted, the driver adds the tap to the new one, since no hypervisor does.
  ip('link', 'delete', 'dev', network.bridge)
  await host.wires.ensureNetwork(network)
  assert.equal(await host.ports.wirePort(wanted), true)
  assert.equal(bridgeOfDevice(wanted.device), network.bridge)
})

test('a tap that no hypervisor adds to the bridge is added after ten seconds', { skip }, async () => {
  let now = 0
  await using running = await startHost({ now: () => now })
  const { host } = running
  const network = segment()
  await host.wires.ensureNetwork(network)
  const wanted = port(network, 3, [rule('egress')])
  using _tap = tap(wanted.device)

  assert.equal(await host.ports.wirePort(wanted), false)
  now += 10_000
  assert.equal(await host.ports.wirePort(wanted), true)
  assert.equal(bridgeOfDevice(wanted.device), network.bridge)
})
