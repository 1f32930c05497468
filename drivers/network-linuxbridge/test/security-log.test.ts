import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { eventually } from '@nimbo/testing/eventually'
import { Guest, port, rule, segment, skip, startHost } from './guests.ts'

test('accepted and dropped packets are logged for ports with a security group log', { skip }, async () => {
  const lines: string[] = []
  await using running = await startHost({ securityLog: (line) => void lines.push(line) })
  using guests = new DisposableStack()
  const { host } = running
  const network = segment()
  await host.wires.ensureNetwork(network)
  const somebody = async (
    last: number,
    rules: WiredPort['rules'],
    logs: WiredPort['logs'],
  ): Promise<Guest> => {
    const guest = guests.use(new Guest({ ...port(network, last, rules), ...(logs ? { logs } : {}) }))
    guest.take()
    assert.equal(await host.ports.wirePort(guest.port), true)
    return guest
  }
  const log = (id: string, event: 'ALL' | 'ACCEPT' | 'DROP') => ({ id, event, projectId: 'alpha' })
  const from = (last: number) => rule('ingress', { prefixes: [`10.77.0.${last}/32`] })
  const target = await somebody(1, [rule('egress'), from(2)], [log('log-1', 'ALL'), log('log-2', 'DROP')])
  const friend = await somebody(2, [rule('egress'), rule('ingress')], undefined)
  const stranger = await somebody(3, [rule('egress'), rule('ingress')], undefined)
  // Guests also send router solicitations, which are not of interest here.
  const about = (text: string): string[] =>
    lines.filter((line) => line.includes(text) && line.includes('tcp dport 9 '))

  // The kernel sends no traces before the log listens, so the attempt is repeated.
  const dropped = await eventually(() => {
    assert.equal(stranger.reaches(target), false)
    const [first] = about('action=DROP')
    assert.ok(first)
    return first
  })
  assert.match(dropped, /project_id=alpha log_resource_ids=\[log-1, log-2\] .* direction=ingress/)
  assert.match(dropped, /ip saddr 10\.77\.0\.3 ip daddr 10\.77\.0\.1 .*tcp dport 9/)
  const accepted = await eventually(() => {
    assert.equal(friend.reaches(target), true)
    const [first] = about('action=ACCEPT')
    assert.ok(first)
    return first
  })
  assert.match(accepted, /log_resource_ids=\[log-1\] .* direction=ingress .*ip saddr 10\.77\.0\.2/)
  assert.ok(lines.every((line) => line.includes(`vm_port=${target.port.id}`)))
})
