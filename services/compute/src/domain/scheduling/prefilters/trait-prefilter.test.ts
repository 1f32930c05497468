import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleServer } from '../../servers/server.testing.ts'
import { traitPrefilter } from './trait-prefilter.ts'

const never = {
  query_placement_for_image_type_support: false,
  image_metadata_prefilter: false,
  ownersKnown: false,
}
/** The required traits, without the one that is always required. */
const asked = (...wished: Parameters<typeof traitPrefilter>): readonly string[] => {
  const [first, ...others] = traitPrefilter(...wished)
  assert.equal(first, '!COMPUTE_STATUS_DISABLED')
  return others
}
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

test('flavors and images with devices that only some hosts have require the traits of those devices', () => {
  assert.deepEqual(asked(withSpecs({}), never), [])
  assert.deepEqual(asked(withSpecs({ 'hw:virtio_packed_ring': 'true' }), never), [
    'COMPUTE_NET_VIRTIO_PACKED',
  ])
  assert.deepEqual(asked(withProperties({ hw_ephemeral_encryption: 'yes' }), never), [
    'COMPUTE_EPHEMERAL_ENCRYPTION',
  ])
  assert.deepEqual(asked(withProperties({ hw_sound_model: 'virtio' }), never), ['COMPUTE_SOUND_MODEL_VIRTIO'])
  assert.deepEqual(asked(withProperties({ hw_sound_model: 'ich9' }), never), [])
  assert.deepEqual(asked(withSpecs({ 'hw:mem_encryption': 'true' }), never), ['HW_CPU_X86_AMD_SEV'])
  assert.deepEqual(asked(withSpecs({ 'hw:maxphysaddr_mode': 'emulate' }), never), [
    'COMPUTE_ADDRESS_SPACE_EMULATED',
  ])
  assert.deepEqual(asked(withProperties({ hw_maxphysaddr_mode: 'passthrough' }), never), [
    'COMPUTE_ADDRESS_SPACE_PASSTHROUGH',
  ])
  assert.deepEqual(asked(withSpecs({ 'accel:device_profile': 'fpga' }), never), ['COMPUTE_ACCELERATORS'])
})

test('a property of the flavor takes precedence over that of the image', () => {
  const both = {
    ...withProperties({ hw_virtio_packed_ring: 'true' }),
    ...withSpecs({ 'hw:virtio_packed_ring': 'false' }),
  }
  assert.deepEqual(asked(both, never), [])
})

test('the disk format and the devices of an image are required only if an option enables it', () => {
  const spec = withProperties({
    hw_disk_bus: 'virtio',
    hw_vif_model: 'e1000e',
    hw_machine_type: 'q35',
    hw_architecture: 'x86_64',
  })
  assert.deepEqual(asked(spec, never), [])
  assert.deepEqual(asked(spec, { ...never, query_placement_for_image_type_support: true }), [
    'COMPUTE_IMAGE_TYPE_QCOW2',
  ])
  assert.deepEqual(asked(spec, { ...never, image_metadata_prefilter: true }), [
    'HW_ARCH_X86_64',
    'COMPUTE_STORAGE_BUS_VIRTIO',
    'COMPUTE_NET_VIF_MODEL_E1000E',
  ])
  assert.deepEqual(asked(withSpecs({}), { ...never, query_placement_for_image_type_support: true }), [])
})

test('OWNER_NOVA is required once every host reports it', () => {
  assert.deepEqual(asked(withSpecs({}), { ...never, ownersKnown: true }), ['OWNER_NOVA'])
})

test('a TPM requires the trait of its secret security, which is deployment unless the flavor sets another', () => {
  const version = { 'hw:tpm_version': '2.0' }
  const [, kept] = asked(withSpecs(version), never)
  assert.equal(kept, 'COMPUTE_SECURITY_TPM_SECRET_SECURITY_DEPLOYMENT')
  const [, users] = asked(withSpecs({ ...version, 'hw:tpm_secret_security': 'user' }), never)
  assert.equal(users, 'COMPUTE_SECURITY_TPM_SECRET_SECURITY_USER')
})

test('the trait of the encryption format is required only with encryption of ephemeral disks', () => {
  const format = { 'hw:ephemeral_encryption_format': 'luks' }
  assert.deepEqual(asked(withSpecs(format), never), [])
  assert.deepEqual(asked(withSpecs({ ...format, 'hw:ephemeral_encryption': 'true' }), never), [
    'COMPUTE_EPHEMERAL_ENCRYPTION',
    'COMPUTE_EPHEMERAL_ENCRYPTION_LUKS',
  ])
})
