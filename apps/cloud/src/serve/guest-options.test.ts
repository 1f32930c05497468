import assert from 'node:assert/strict'
import { test } from 'node:test'
import { injectionOptions } from '@nimbo/compute/injection-options'
import { hypervisorOptions } from '@nimbo/compute/process-options'
import { loadConfig } from '@nimbo/config/load-config'
import { defaultGuestOptions } from '@nimbo/hypervisor-libvirt/guest-options'
import { tpmTraits } from '@nimbo/hypervisor-libvirt/inventory'
import { commonOptions } from '@nimbo/service/common-options'
import { guestOptions } from './guest-options.ts'

const options = loadConfig({
  files: [],
  env: {},
  options: [...commonOptions, ...hypervisorOptions, injectionOptions],
})
const { libvirt } = options

test('the default configuration gives the default guest options of the driver', () => {
  assert.deepEqual(guestOptions(options), defaultGuestOptions)
})

test('cpu_models is required for cpu_mode custom, and refused for others', () => {
  assert.throws(
    () => guestOptions({ ...options, libvirt: { ...libvirt, cpu_mode: 'custom' } }),
    /cpu_models is required/,
  )
  assert.throws(
    () => guestOptions({ ...options, libvirt: { ...libvirt, cpu_models: ['Nehalem'] } }),
    /for cpu_mode custom only/,
  )
  const { cpu } = guestOptions({
    ...options,
    libvirt: { ...libvirt, cpu_mode: 'custom', cpu_models: ['Nehalem'] },
  })
  assert.deepEqual(cpu, { mode: 'custom', models: ['Nehalem'], extraFlags: [] })
})

test('hw_machine_type maps architectures to machine types', () => {
  const { machineTypes } = guestOptions({
    ...options,
    libvirt: { ...libvirt, hw_machine_type: ['x86_64=q35', 'aarch64=virt'] },
  })
  assert.deepEqual(machineTypes, { x86_64: 'q35', aarch64: 'virt' })
  assert.throws(
    () => guestOptions({ ...options, libvirt: { ...libvirt, hw_machine_type: ['q35'] } }),
    /ARCHITECTURE=TYPE, got q35/,
  )
})

test('disk_cachemodes and hw_disk_discard say how disks are cached and whether they shrink', () => {
  const { disks } = guestOptions({
    ...options,
    libvirt: {
      ...libvirt,
      ...{ disk_cachemodes: ['file=directsync', 'network=writethrough'], hw_disk_discard: 'ignore' },
    },
  })
  assert.deepEqual(disks, {
    cacheModes: { file: 'directsync', network: 'writethrough' },
    discard: 'ignore',
  })
  for (const wrong of ['file', 'file=fast', 'tape=none', 'file=none=none'])
    assert.throws(
      () => guestOptions({ ...options, libvirt: { ...libvirt, disk_cachemodes: [wrong] } }),
      new RegExp(`got ${wrong}`),
    )
})

test('inject_partition chooses the root file system of images, or that nothing is written into it', () => {
  const injection = (partition: number) =>
    guestOptions({ ...options, libvirt: { ...libvirt, inject_partition: partition, inject_key: true } })
      .injection
  assert.equal(injection(-2), undefined)
  const others = { password: false, key: true }
  assert.deepEqual(injection(-1), { root: 'found', ...others })
  assert.deepEqual(injection(0), { root: 'whole', ...others })
  assert.deepEqual(injection(3), { root: 3, ...others })
})

test('a host offers TPMs whose secrets belong to Nova only if supported_tpm_secret_security has the mode deployment', () => {
  const offered = (modes: readonly string[]) =>
    tpmTraits(
      guestOptions({ ...options, libvirt: { ...libvirt, supported_tpm_secret_security: modes } }),
    ).includes('COMPUTE_SECURITY_TPM_SECRET_SECURITY_DEPLOYMENT')
  assert.deepEqual([offered(['deployment']), offered(['user', 'host'])], [true, false])
  assert.throws(() => offered(['nobody']), /expected user, host, deployment, got nobody/)
})
