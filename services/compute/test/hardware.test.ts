import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admin, imageId, type Story, story } from './compute-story.ts'

type Texts = Readonly<Record<string, string>>

/** Adds extra specs to the flavor, in a microversion that does not check them. */
const specify = async (cloud: Story, specs: Texts): Promise<void> => {
  const body = { extra_specs: specs }
  const { status } = await cloud.send('POST', '/flavors/1/os-extra_specs', { body, as: admin })
  assert.equal(status, 200)
}

/** Why a server of the flavor and an image with the properties is refused; undefined if it is not. */
const refusal = async (cloud: Story, properties: Texts): Promise<string | undefined> => {
  const { around } = cloud
  const [image] = around.images
  assert.ok(image !== undefined)
  around.images = [{ ...image, ...properties }]
  const server = { name: 'web', imageRef: imageId, flavorRef: '1', networks: 'none' }
  const { status, body } = await cloud.send('POST', '/servers', { body: { server }, version: '2.37' })
  around.images = [image]
  if (status === 202) return undefined
  assert.equal(status, 400)
  return body.badRequest.message
}

test(
  'an image has at most as many serial ports as the flavor allows',
  story(async (cloud) => {
    assert.equal(await refusal(cloud, { hw_serial_port_count: '6' }), undefined)
    await specify(cloud, { 'hw:serial_port_count': '4' })
    assert.equal(await refusal(cloud, { hw_serial_port_count: '2' }), undefined)
    assert.equal(
      await refusal(cloud, { hw_serial_port_count: '6' }),
      'Forbidden to exceed flavor value of number of serial ports passed in image meta.',
    )
    await specify(cloud, { 'hw:serial_port_count': 'some' })
    assert.equal(
      await refusal(cloud, {}),
      "Number of serial ports specified in flavor is invalid: expected an integer, got 'some'",
    )
  }),
)

test(
  'flavor and image may both ask for packed rings and sizes of addresses, but for the same',
  story(async (cloud) => {
    await specify(cloud, { 'hw:virtio_packed_ring': 'true', 'hw:maxphysaddr_mode': 'emulate' })
    const same = { hw_virtio_packed_ring: 'yes', hw_maxphysaddr_mode: 'emulate' }
    assert.equal(await refusal(cloud, same), undefined)
    assert.equal(
      await refusal(cloud, { hw_virtio_packed_ring: 'false' }),
      'Flavor has hw:virtio_packed_ring extra spec explicitly set to True, ' +
        'conflicting with image which has hw_virtio_packed_ring explicitly set to False.',
    )
    assert.equal(
      await refusal(cloud, { hw_maxphysaddr_mode: 'passthrough' }),
      'Conflicting values for hw:maxphysaddr_mode found in the flavor (emulate) and the image (passthrough).',
    )
    await specify(cloud, { 'hw:maxphysaddr_mode': 'guess' })
    assert.equal(
      await refusal(cloud, {}),
      "Invalid Maxphyaddr mode 'guess'. Allowed values: passthrough, emulate.",
    )
  }),
)

test(
  'an image with a property that cannot have its value is refused for servers, and for rebuilds',
  story(async (cloud) => {
    const wrong: readonly (readonly [string, string, string])[] = [
      ['hw_viommu_model', 'amd', 'Field value amd is invalid'],
      ['hw_input_bus', 'ps2', 'Field value ps2 is invalid'],
      ['hw_pointer_model', 'mouse', 'Field value mouse is invalid'],
      ['hw_maxphysaddr_mode', 'guess', 'Field value guess is invalid'],
      ['hw_disk_bus', '', 'Field value  is invalid'],
      ['hw_maxphysaddr_bits', 'many', "invalid literal for int() with base 10: 'many'"],
      ['hw_serial_port_count', '1.5', "invalid literal for int() with base 10: '1.5'"],
      ['hw_architecture', 'z80', "Architecture name 'z80' is not valid"],
      ['hypervisor_type', 'mine', "Hypervisor virt type 'mine' is not valid"],
      ['vm_mode', 'odd', "Virtual machine mode 'odd' is not valid"],
    ]
    for (const [name, value, why] of wrong)
      assert.equal(await refusal(cloud, { [name]: value }), `Invalid image metadata. Error: ${why}`, name)
    const right = { hw_vif_model: 'VirtualVmxnet3', os_type: 'Linux', hw_architecture: 'amd64' }
    assert.equal(await refusal(cloud, { ...right, hw_virtio_packed_ring: 'perhaps' }), undefined)

    const { id } = await cloud.addServer({ host: 'host-1' })
    const [image] = cloud.around.images
    assert.ok(image !== undefined)
    cloud.around.images = [{ ...image, hw_viommu_model: 'amd' }]
    const rebuilt = await cloud.send('POST', `/servers/${id}/action`, {
      body: { rebuild: { imageRef: imageId } },
    })
    assert.equal(rebuilt.status, 400)
    assert.match(rebuilt.body.badRequest.message, /^Invalid image metadata\. Error: /)
  }),
)
