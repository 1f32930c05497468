import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hypervisorOptions } from '@nimbo/compute/process-options'
import { loadConfig } from '@nimbo/config/load-config'
import { defaultGuestOptions } from '@nimbo/hypervisor-libvirt/guest-options'
import { commonOptions } from '@nimbo/service/common-options'
import { guestOptions } from './guest-options.ts'

const options = loadConfig({ files: [], env: {}, options: [...commonOptions, ...hypervisorOptions] })
const { libvirt } = options

test('guests are by default as the driver makes them without options', () => {
  assert.deepEqual(guestOptions(options), defaultGuestOptions)
})

test('models of CPUs belong to the mode custom, which needs them', () => {
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

test('machine types are given by architecture', () => {
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
