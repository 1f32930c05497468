import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { FilterRule, WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { Guest, port, rule, type Segment, segment, skip, startHost } from './guests.ts'

test('changing the rules of a security group changes them for all its ports, also for later ones', {
  skip,
}, async () => {
  await using running = await startHost()
  const { host } = running
  const { setRules } = host.ports
  assert.ok(setRules)
  const network = segment()
  await host.wires.ensureNetwork(network)
  const group = randomUUID()
  const ofGroup = (rules: readonly FilterRule[]): FilterRule[] => rules.map((each) => ({ ...each, group }))
  const closed = ofGroup([rule('egress')])
  const open = ofGroup([rule('egress'), rule('ingress', { protocol: 6 })])
  const grouped = (on: Segment, last: number, rules: FilterRule[]): WiredPort => ({
    ...port(on, last, rules),
    groups: [group],
  })
  const [first, second, third] = [2, 3, 4].map((last) => grouped(network, last, closed))
  assert.ok(first && second && third)
  using guests = new DisposableStack()
  const guestOf = async (wanted: WiredPort): Promise<Guest> => {
    const guest = guests.use(new Guest(wanted))
    assert.equal(await host.ports.wirePort(wanted), true)
    guest.take()
    return guest
  }
  const [one, two] = [await guestOf(first), await guestOf(second)]
  assert.deepEqual([one.reaches(two), two.reaches(one)], [false, false])

  await setRules([{ id: group, rules: open }])
  assert.deepEqual([one.reaches(two), two.reaches(one)], [true, true])
  const three = await guestOf({ ...third, rules: open })
  assert.deepEqual([three.reaches(one), one.reaches(three)], [true, true])

  await setRules([{ id: group, rules: closed }])
  assert.deepEqual([one.reaches(two), three.reaches(one), one.reaches(three)], [false, false, false])
  // Wiring a port again applies the rules that it has to its whole group.
  assert.equal(await host.ports.wirePort({ ...second, rules: open }), true)
  assert.deepEqual([one.reaches(two), one.reaches(three)], [true, true])

  for (const { id } of [first, second, third]) await host.ports.unwirePort(id.slice(0, 11))
  assert.deepEqual(await host.ports.ports(), [])
  await setRules([{ id: group, rules: open }])
  assert.deepEqual(await host.ports.ports(), [])
})
