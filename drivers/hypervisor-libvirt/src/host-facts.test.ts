import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lifecycle, stoppedDetails } from '@nimbo/libvirt/events'
import { cpuTraits } from '@nimbo/local-guests/cpu-traits'
import { readCapabilities } from './host-capabilities.ts'
import { lifecycleEvent } from './lifecycle-events.ts'
import { serverId } from './order.testing.ts'

test('CPU features become standard traits; unknown ones are left out', () => {
  assert.deepEqual(cpuTraits(['avx2', 'sse4.1', 'aes', 'fma', 'x2apic']), [
    'HW_CPU_X86_AESNI',
    'HW_CPU_X86_AVX2',
    'HW_CPU_X86_FMA3',
    'HW_CPU_X86_MMX',
    'HW_CPU_X86_SSE',
    'HW_CPU_X86_SSE2',
    'HW_CPU_X86_SSE41',
  ])
})

test('the CPU and the supported guest types are read from the capabilities', () => {
  const { cpuInfo, guests } =
    readCapabilities(`<capabilities><host><cpu><arch>x86_64</arch><model>EPYC</model>
    <vendor>AMD</vendor><topology sockets='1' dies='1' cores='2' threads='2'/><feature name='avx2'/>
    <maxphysaddr mode='emulate' bits='46'/></cpu>
    <topology><cells num='1'><cell id='0'/></cells></topology></host>
    <guest><os_type>hvm</os_type><arch name='i686'><domain type='qemu'/></arch></guest>
    <guest><os_type>hvm</os_type><arch name='x86_64'><domain type='qemu'/><domain type='kvm'/></arch></guest>
    </capabilities>`)
  assert.deepEqual(cpuInfo, {
    arch: 'x86_64',
    model: 'EPYC',
    vendor: 'AMD',
    topology: { cells: 1, sockets: 1, cores: 2, threads: 2 },
    features: ['avx2'],
    maxphysaddr: { mode: 'emulate', bits: 46 },
  })
  assert.deepEqual(guests, [
    ['i686', 'qemu', 'hvm'],
    ['x86_64', 'qemu', 'hvm'],
    ['x86_64', 'kvm', 'hvm'],
  ])
})

test('libvirt lifecycle messages become server events, except for migrations and foreign domains', () => {
  const told = (event: number, detail = 0, name = `instance-${serverId}`) =>
    lifecycleEvent({ domain: { name, uuid: serverId, id: 1 }, event, detail })?.event
  assert.equal(told(lifecycle.started), 'started')
  assert.equal(told(lifecycle.stopped, stoppedDetails.shutdown), 'stopped')
  assert.equal(told(lifecycle.stopped, stoppedDetails.failed), 'crashed')
  assert.equal(told(lifecycle.stopped, stoppedDetails.migrated), undefined)
  assert.equal(told(lifecycle.defined), undefined)
  assert.equal(told(lifecycle.started, 0, 'somebody-else'), undefined)
})
