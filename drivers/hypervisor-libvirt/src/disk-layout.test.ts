import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DiskConnection } from '@nimbo/compute/driver/hypervisor'
import { diskLayout, volumeDisk } from './disk-layout.ts'
import { orderOf, serverId } from './order.testing.ts'
import { serverPaths } from './server-paths.ts'

const paths = serverPaths('/instances', serverId)
const volume = (device: string, bootIndex?: number): DiskConnection => ({
  volumeId: `volume of ${device}`,
  attachmentId: 'attachment',
  device,
  readOnly: false,
  connection: { type: 'nbd', socket: '/run/nbd', exportName: 'export' },
  ...(bootIndex === undefined ? {} : { bootIndex }),
})
const summary = (order: Parameters<typeof diskLayout>[0]) =>
  diskLayout(order, paths).map(({ target, bus, device, bootOrder }) => [target, bus, device, bootOrder])

test('local disks take the names that volumes leave free', () => {
  const order = orderOf({
    ephemeralGb: 1,
    swapMb: 64,
    volumes: [volume('/dev/vdb')],
    configDrivePath: '/instances/config.iso',
  })
  assert.deepEqual(summary(order), [
    ['vda', 'virtio', 'disk', 1],
    ['vdb', 'virtio', 'disk', undefined],
    ['vdc', 'virtio', 'disk', undefined],
    ['vdd', 'virtio', 'disk', undefined],
    ['sdz', 'scsi', 'cdrom', undefined],
  ])
})

test('a server that boots from a volume has no root disk of its own', () => {
  const order = orderOf({
    rootDisk: { from: 'volume' },
    volumes: [volume('/dev/vda', 0), volume('/dev/vdb', -1)],
  })
  assert.deepEqual(summary(order), [
    ['vda', 'virtio', 'disk', 1],
    ['vdb', 'virtio', 'disk', undefined],
  ])
})

test('the image chooses the buses; what it misspells is not followed', () => {
  const on = (imageProperties: Record<string, string>) =>
    summary(orderOf({ imageProperties, configDrivePath: '/config.iso' })).map(([target, bus]) => [
      target,
      bus,
    ])
  assert.deepEqual(on({ hw_disk_bus: 'sata', hw_cdrom_bus: 'ide' }), [
    ['sda', 'sata'],
    ['hdd', 'ide'],
  ])
  assert.deepEqual(on({ os_type: 'windows', hw_machine_type: 'pc-q35-7.2' })[1], ['sdf', 'sata'])
  assert.deepEqual(on({ hw_disk_bus: 'toString' })[0], ['vda', 'virtio'])
})

test('a volume sits on the bus that its name speaks of', () => {
  assert.equal(volumeDisk(volume('/dev/sdb'), 'virtio').bus, 'scsi')
  assert.equal(volumeDisk(volume('/dev/sdb'), 'sata').bus, 'sata')
  assert.equal(volumeDisk(volume('/dev/vdb'), 'scsi').bus, 'virtio')
})

test('an id that is no UUID never becomes a path', () => {
  assert.throws(() => serverPaths('/instances', '../etc'), TypeError)
})
