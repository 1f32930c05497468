import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeNetworkDriver } from './network-fake.ts'

const network = {
  id: '00000000-0000-0000-0000-000000000001',
  bridge: 'brq00000000-00',
  mtu: 1450,
  type: 'vxlan' as const,
  physicalNetwork: null,
  segmentationId: 1,
}

test('each host has its own networks, which its agent finds again after a restart', async () => {
  const driver = fakeNetworkDriver()
  const one = await driver.open('one')
  await one.wires.ensureNetwork(network)
  assert.deepEqual(await (await driver.open('one')).wires.networks(), ['00000000-00'])
  assert.deepEqual(await (await driver.open('other')).wires.networks(), [])
  await one.wires.removeNetwork('00000000-00')
  assert.equal(driver.host('one').networks.size, 0)
})

test('an operation fails as often as the test asks for', async () => {
  const host = await fakeNetworkDriver().failOn('ensureNetwork', 1).open('one')
  await assert.rejects(host.wires.ensureNetwork(network), /told to fail/)
  await host.wires.ensureNetwork(network)
})
