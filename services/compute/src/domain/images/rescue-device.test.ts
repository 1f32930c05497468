import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rescueDeviceOf, rescuesVolumes } from './rescue-device.ts'

const deviceOf = (properties: Readonly<Record<string, string>>) => rescueDeviceOf({ id: 'i', properties })

test('an image with one of the properties describes a device; one with neither, none', () => {
  assert.equal(deviceOf({ hw_disk_bus: 'scsi' }), undefined)
  assert.deepEqual(deviceOf({ hw_rescue_device: 'disk' }), { type: 'disk' })
  assert.deepEqual(deviceOf({ hw_rescue_bus: 'usb' }), { type: 'disk', bus: 'usb' })
  const cd = deviceOf({ hw_rescue_device: 'cdrom', hw_rescue_bus: 'sata' })
  assert.deepEqual(cd, { type: 'cdrom', bus: 'sata' })
  assert.deepEqual(deviceOf({ hw_rescue_device: 'floppy' }), { type: 'floppy' })
})

test('where the image names no bus for its rescue, its other devices of the type tell', () => {
  const others = { hw_disk_bus: 'scsi', hw_cdrom_bus: 'ide' }
  assert.deepEqual(deviceOf({ hw_rescue_device: 'disk', ...others }), { type: 'disk', bus: 'scsi' })
  assert.deepEqual(deviceOf({ hw_rescue_device: 'cdrom', ...others }), { type: 'cdrom', bus: 'ide' })
  assert.deepEqual(deviceOf({ hw_rescue_device: 'floppy', ...others }), { type: 'floppy' })
})

test('a device that no guest can have is refused in the words of Nova', () => {
  for (const properties of [
    { hw_rescue_device: 'lun' },
    { hw_rescue_device: 'toString' },
    { hw_rescue_bus: 'xen' },
    { hw_rescue_bus: 'fdc' },
    { hw_rescue_device: 'cdrom', hw_rescue_bus: 'virtio' },
    { hw_rescue_device: 'floppy', hw_rescue_bus: 'usb' },
  ])
    assert.throws(
      () => deviceOf(properties),
      { code: 'UnsupportedRescueImage', message: "Requested rescue image 'i' is not supported" },
      JSON.stringify(properties),
    )
})

test('servers on volumes are rescued with images that have both properties', () => {
  assert.equal(rescuesVolumes({ properties: { hw_rescue_device: 'disk' } }), false)
  assert.equal(rescuesVolumes({ properties: { hw_rescue_bus: 'usb' } }), false)
  assert.equal(rescuesVolumes({ properties: { hw_rescue_device: 'disk', hw_rescue_bus: 'usb' } }), true)
})
