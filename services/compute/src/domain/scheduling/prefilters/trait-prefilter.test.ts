import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleServer } from '../../servers/server.testing.ts'
import { traitPrefilter } from './trait-prefilter.ts'

const never = { query_placement_for_image_type_support: false, image_metadata_prefilter: false }
const { flavor } = sampleServer({})
const withSpecs = (extraSpecs: Readonly<Record<string, string>>) => ({ flavor: { ...flavor, extraSpecs } })
const image = {
  ...{ id: 'image-1', name: null, minDiskGb: 0, minRamMb: 0, hashAlgo: null, hashValue: null, sizeBytes: 1 },
  diskFormat: 'qcow2',
}
const withProperties = (properties: Readonly<Record<string, string>>) => ({
  flavor: { ...flavor, extraSpecs: {} },
  image: { ...image, properties },
})

test('devices that only some hosts have are asked of placement', () => {
  assert.deepEqual(traitPrefilter(withSpecs({}), never), [])
  assert.deepEqual(traitPrefilter(withSpecs({ 'hw:virtio_packed_ring': 'true' }), never), [
    'COMPUTE_NET_VIRTIO_PACKED',
  ])
  assert.deepEqual(traitPrefilter(withProperties({ hw_ephemeral_encryption: 'yes' }), never), [
    'COMPUTE_EPHEMERAL_ENCRYPTION',
  ])
  assert.deepEqual(traitPrefilter(withProperties({ hw_sound_model: 'virtio' }), never), [
    'COMPUTE_SOUND_MODEL_VIRTIO',
  ])
  assert.deepEqual(traitPrefilter(withProperties({ hw_sound_model: 'ich9' }), never), [])
  assert.deepEqual(traitPrefilter(withSpecs({ 'accel:device_profile': 'fpga' }), never), [
    'COMPUTE_ACCELERATORS',
  ])
})

test('a flavor is believed before an image', () => {
  const both = {
    ...withProperties({ hw_virtio_packed_ring: 'true' }),
    ...withSpecs({ 'hw:virtio_packed_ring': 'false' }),
  }
  assert.deepEqual(traitPrefilter(both, never), [])
})

test('formats and devices of images are asked where an operator wants it', () => {
  const spec = withProperties({ hw_disk_bus: 'virtio', hw_vif_model: 'e1000e', hw_machine_type: 'q35' })
  assert.deepEqual(traitPrefilter(spec, never), [])
  assert.deepEqual(traitPrefilter(spec, { ...never, query_placement_for_image_type_support: true }), [
    'COMPUTE_IMAGE_TYPE_QCOW2',
  ])
  assert.deepEqual(traitPrefilter(spec, { ...never, image_metadata_prefilter: true }), [
    'COMPUTE_STORAGE_BUS_VIRTIO',
    'COMPUTE_NET_VIF_MODEL_E1000E',
  ])
  assert.deepEqual(
    traitPrefilter(withSpecs({}), { ...never, query_placement_for_image_type_support: true }),
    [],
  )
})
