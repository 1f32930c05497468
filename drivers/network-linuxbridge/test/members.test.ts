import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { FilterRule } from '@nimbo/network/driver/network-agent-driver'
import { Guest, port, rule, segment, skip, startHost } from './guests.ts'

test('rules with a remote group let in its current members, and no longer those who left', {
  skip,
}, async () => {
  await using running = await startHost()
  const { host } = running
  const network = segment()
  await host.wires.ensureNetwork(network)
  const groupId = randomUUID()
  const letIn = (prefixes: readonly string[]) =>
    host.ports.letIn([{ groupId, prefixes: { 4: prefixes, 6: [] } }])
  const named: FilterRule = rule('ingress', { remoteGroup: groupId, prefixes: ['10.77.0.9'] })
  const asked = port(network, 2, [rule('egress'), named])
  const other = port(network, 3, [rule('egress'), named])
  const asking = port(network, 4, [rule('egress')])
  using guests = new DisposableStack()
  const [one, two, three] = [asked, other, asking].map((wanted) => guests.use(new Guest(wanted)))
  assert.ok(one && two && three)
  assert.deepEqual(
    await host.ports.wirePorts([asked, other, asking]),
    new Set([asked.id, other.id, asking.id]),
  )
  for (const guest of [one, two, three]) guest.take()
  assert.ok(!three.reaches(one), 'an address that is no member is not let in')

  await letIn(['10.77.0.9', '10.77.0.4'])
  assert.ok(three.reaches(one), 'a member is let in')
  assert.ok(three.reaches(two), 'every port with the rule lets the member in')
  await letIn(['10.77.0.9'])
  assert.ok(!three.reaches(one), 'a former member is not let in')

  for (const range of ['10.77.0.4/30', '0.0.0.0/0']) {
    await letIn(['10.77.0.9', range])
    assert.ok(three.reaches(one), `${range} lets in its addresses`)
    await letIn(['10.77.0.9'])
    assert.ok(!three.reaches(one), `${range} lets in nobody once it is gone`)
  }

  await letIn(['10.77.0.4'])
  assert.ok(three.reaches(two))
  for (const { id } of [asked, other]) await host.ports.unwirePort(id.slice(0, 11))
  assert.deepEqual(await host.ports.ports(), [asking.id.slice(0, 11)])
  await letIn([])
})
