import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { imageWith, sampleRequest } from './host-state.testing.ts'
import { requestedResources, requestedTraits } from './requested-resources.ts'

const flavorWith = (extraSpecs: Readonly<Record<string, string>>) =>
  sampleRequest({ flavor: { extraSpecs } }).spec.flavor

describe('requestedResources', () => {
  it('returns those of the flavor', () => {
    assert.deepEqual(requestedResources(flavorWith({}), false), { VCPU: 1, MEMORY_MB: 2048, DISK_GB: 20 })
  })

  it('leaves out the root disk of a server that boots from a volume', () => {
    assert.deepEqual(requestedResources(flavorWith({}), true), { VCPU: 1, MEMORY_MB: 2048 })
  })

  it('overrides, adds and drops resources by extra specs', () => {
    const specs = { 'resources:VCPU': '0', 'resources:CUSTOM_FPGA': '2', 'resources:MEMORY_MB': 'many' }
    assert.deepEqual(requestedResources(flavorWith(specs), false), {
      MEMORY_MB: 2048,
      DISK_GB: 20,
      CUSTOM_FPGA: 2,
    })
  })
})

describe('requestedTraits', () => {
  it('returns those of flavor and image', () => {
    const { spec } = sampleRequest({
      flavor: { extraSpecs: { 'trait:HW_CPU_X86_AVX2': 'required', 'trait:CUSTOM_OLD': 'forbidden' } },
      spec: { image: imageWith({ 'trait:CUSTOM_TPM': 'required', os_type: 'linux' }) },
    })
    assert.deepEqual(requestedTraits(spec), ['HW_CPU_X86_AVX2', '!CUSTOM_OLD', 'CUSTOM_TPM'])
  })
})
