import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { port, rule, skip } from './guests.ts'
import { numbered, twoHosts } from './two-hosts.ts'

test('guests on two hosts reach each other over VXLAN while their hosts are set as peers', {
  skip,
}, async () => {
  await using machines = new AsyncDisposableStack()
  const hosts = await twoHosts(machines)
  const network = numbered(91)
  const anything = [rule('egress'), rule('ingress')]
  const addresses = ['10.77.0.1', '10.77.0.2']
  for (const [index, host] of hosts.entries()) {
    await host.tell('wire', [network], [])
    const guest = { ...port(network, index + 1, anything), filtered: false }
    await host.tell('guest', guest, `${addresses[index]}/24`, '10.77.0.254')
  }
  const [one] = hosts
  const reaches = () => one.tell('reaches', 0, addresses[1])
  await eventually(async () => assert.equal(await reaches(), true))

  await one.tell('peers', [])
  assert.equal(await one.tell('flooded', network.bridge), 0)
  await one.tell('peers', ['192.0.2.2'])
  assert.equal(await one.tell('flooded', network.bridge), 1)
  await eventually(async () => assert.equal(await reaches(), true))
})
