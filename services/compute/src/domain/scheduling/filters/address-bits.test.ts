import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageWith, sampleHost, sampleRequest } from '../host-state.testing.ts'
import { computeCapabilitiesFilter } from './compute-capabilities-filter.ts'
import { imagePropertiesFilter } from './image-properties-filter.ts'

const withBits = (bits: number) => sampleHost({ cpuInfo: { maxphysaddr: { mode: 'emulate', bits } } })

test('a host must have as many bits of addresses as the flavor asks for', () => {
  const asked = sampleRequest({ flavor: { extraSpecs: { 'hw:maxphysaddr_bits': '42' } } })
  assert.equal(computeCapabilitiesFilter.refuses(withBits(42), asked), undefined)
  assert.match(computeCapabilitiesFilter.refuses(withBits(39), asked) ?? '', /asks for >= 42/)
  assert.match(computeCapabilitiesFilter.refuses(sampleHost(), asked) ?? '', /is unknown/)
})

test('a host that tells how many bits its addresses have must have those of the image', () => {
  const asked = sampleRequest({ spec: { image: imageWith({ hw_maxphysaddr_bits: '42' }) } })
  assert.equal(imagePropertiesFilter.refuses(withBits(46), asked), undefined)
  assert.match(imagePropertiesFilter.refuses(withBits(39), asked) ?? '', /42 bits, the host has 39/)
  assert.equal(imagePropertiesFilter.refuses(sampleHost(), asked), undefined)
})
