import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Procedure, procedures } from '@nimbo/libvirt/procedures'
import { hostCpuTimes } from './cpu-times.ts'
import { hostWithoutLibvirt } from './host-without-libvirt.testing.ts'

const figures = [
  ...[
    { field: 'kernel', value: 2n },
    { field: 'user', value: 3n },
    { field: 'idle', value: 5n },
  ],
  ...[
    { field: 'iowait', value: 7n },
    { field: 'intr', value: 11n },
  ],
]

test('the CPU times of a host are the sums over its CPUs that libvirt tells', async () => {
  const { session } = hostWithoutLibvirt('/nowhere', 'here')
  const answer = (procedure: unknown, args: unknown): unknown => {
    if (procedure === procedures.nodeGetInfo) return { mhz: 2400 }
    assert.equal(procedure, procedures.nodeGetCpuStats)
    const { cpu, count } = args as { readonly cpu: number; readonly count: number }
    assert.equal(cpu, -1)
    return { figures: figures.slice(0, count), count: figures.length }
  }
  const call = async <A, R>(procedure: Procedure<A, R>, args: A) => answer(procedure, args) as R
  assert.deepEqual(await hostCpuTimes({ session: { ...session, call } })(), {
    ...{ user: 3, kernel: 2, idle: 5, iowait: 7, frequency: 2400 },
    source: 'libvirt.LibvirtDriver',
  })
})
