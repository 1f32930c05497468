import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Procedure, procedures } from '@nimbo/libvirt/procedures'
import { diagnosesServers } from './diagnose.ts'
import { hostWithoutLibvirt } from './host-without-libvirt.testing.ts'
import { serverId } from './order.testing.ts'

const domain = { name: 'guest', uuid: serverId, id: 1 }

const xml = `<domain type='kvm'><devices>
  <interface type='bridge'><mac address='fa:16:3e:00:00:01'/><target dev='tap1'/></interface>
  <interface type='hostdev'><mac address='fa:16:3e:00:00:02'/><source/></interface>
</devices></domain>`

/** The counters of a guest whose only interface on the host is `tap1`. */
const answer = (procedure: unknown, args: unknown): unknown => {
  if (procedure === procedures.domainGetInfo) return { maxMemory: 1024n, memory: 1024n, vcpus: 1 }
  if (procedure === procedures.domainGetVcpus) return { cpus: [] }
  assert.equal(procedure, procedures.domainInterfaceStats)
  assert.deepEqual(args, { domain, device: 'tap1' })
  const [received, sent] = [
    { rxBytes: 7n, rxPackets: 1n, rxErrors: 0n, rxDrops: 0n },
    { txBytes: 5n, txPackets: 1n, txErrors: 0n, txDrops: 0n },
  ]
  return { ...received, ...sent }
}

test('a server with a virtual function has diagnostics of its other interfaces', async () => {
  const host = hostWithoutLibvirt('/nowhere', 'here')
  const { nics } = await diagnosesServers({
    ...host,
    session: {
      ...host.session,
      call: async <A, R>(procedure: Procedure<A, R>, args: A) => answer(procedure, args) as R,
    },
    domains: { ...host.domains, get: async () => domain, xml: async () => xml },
  }).diagnostics(serverId)
  assert.deepEqual(
    nics.map(({ device, rx, tx }) => [device, rx.octets, tx.octets]),
    [['tap1', 7, 5]],
  )
})

test('what a server did with its volumes is counted by their ids, which are the serial numbers of its disks', async () => {
  const host = hostWithoutLibvirt('/nowhere', 'here')
  const disks = `<domain type='kvm'><devices>
    <disk device='disk'><target dev='vda'/></disk>
    <disk device='disk'><target dev='vdb'/><serial>mine</serial></disk>
    <disk device='disk'><target dev='vdc'/><serial>not-asked-for</serial></disk>
  </devices></domain>`
  const counted = (procedure: unknown, args: unknown): unknown => {
    assert.equal(procedure, procedures.domainBlockStats)
    assert.deepEqual(args, { domain, path: 'vdb' })
    return { readRequests: 1n, readBytes: 512n, writeRequests: 2n, writeBytes: 1024n, errors: -1n }
  }
  const counts = await diagnosesServers({
    ...host,
    session: {
      ...host.session,
      call: async <A, R>(procedure: Procedure<A, R>, args: A) => counted(procedure, args) as R,
    },
    domains: { ...host.domains, get: async () => domain, xml: async () => disks },
  }).volumeCounts(serverId, ['mine', 'detached'])
  assert.deepEqual(counts, [{ volumeId: 'mine', reads: 1, readBytes: 512, writes: 2, writeBytes: 1024 }])
})
