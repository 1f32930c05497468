import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DiskConnection, RescueDevice } from './guest-order.ts'
import { diskLayout, localDiskFiles, volumeDisk } from './disk-layout.ts'
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

test('local disks take the device names that volumes leave free', () => {
  const order = orderOf({
    localDisks: [
      { kind: 'ephemeral', sizeMb: 1_024 },
      { kind: 'swap', sizeMb: 64 },
    ],
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

test('local disks have the requested device names and buses, if the bus allows the name', () => {
  const order = orderOf({
    localDisks: [
      { kind: 'ephemeral', sizeMb: 1_024, device: '/dev/vdd' },
      { kind: 'ephemeral', sizeMb: 1_024, device: '/dev/sda', bus: 'sata' },
      { kind: 'ephemeral', sizeMb: 1_024, device: '/dev/vde', bus: 'scsi' },
      { kind: 'swap', sizeMb: 64, device: '/dev/vdb' },
    ],
    volumes: [volume('/dev/vdb'), { ...volume('/dev/sdc'), bus: 'usb' }],
  })
  assert.deepEqual(summary(order), [
    ['vda', 'virtio', 'disk', 1],
    ['vdb', 'virtio', 'disk', undefined],
    ['sdc', 'usb', 'disk', undefined],
    ['vdd', 'virtio', 'disk', undefined],
    ['sda', 'sata', 'disk', undefined],
    ['sdb', 'scsi', 'disk', undefined],
    ['vdc', 'virtio', 'disk', undefined],
  ])
  const onXen = orderOf({ localDisks: [{ kind: 'swap', sizeMb: 64, bus: 'xen' }] })
  assert.throws(() => diskLayout(onXen, paths), { code: 'UnsupportedHardware' })
})

test('each local disk has a file of its own, numbered among disks of its kind', () => {
  const order = orderOf({
    localDisks: [
      { kind: 'ephemeral', sizeMb: 1_024 },
      { kind: 'swap', sizeMb: 64 },
      { kind: 'ephemeral', sizeMb: 2_048 },
    ],
  })
  assert.deepEqual(
    localDiskFiles(order, paths).map(({ path, label, disk }) => [path, label, disk.sizeMb]),
    [
      [`${paths.directory}/disk.eph0`, 'ephemeral0', 1_024],
      [`${paths.directory}/disk.swap`, 'swap', 64],
      [`${paths.directory}/disk.eph1`, 'ephemeral1', 2_048],
    ],
  )
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

const rescueDisk = { cachedImagePath: '/cache/rescue', cachedImageFormat: 'qcow2', bytes: 1024 ** 2 } as const
const whole = {
  ...{ volumes: [volume('/dev/vdb'), volume('/dev/sda')], configDrivePath: '/config.iso' },
  localDisks: [{ kind: 'swap', sizeMb: 64 }],
} as const

test('a rescue disk without a device is the first disk, and the root disk follows', () => {
  assert.deepEqual(summary(orderOf({ ...whole, rescueDisk })), [
    ['vda', 'virtio', 'disk', 1],
    ['vdc', 'virtio', 'disk', undefined],
    ['vdb', 'virtio', 'disk', undefined],
    ['sda', 'scsi', 'disk', undefined],
    ['vdd', 'virtio', 'disk', undefined],
    ['sdz', 'scsi', 'cdrom', undefined],
  ])
})

test('a rescue disk with a device is the last and boots first, and the other disks keep their names', () => {
  const usual = summary(orderOf(whole))
  const notBooted = usual.map(([target, bus, device]) => [target, bus, device, undefined])
  const lastWith = (device: RescueDevice, changes: Parameters<typeof orderOf>[0] = {}) => {
    const disks = diskLayout(orderOf({ ...whole, ...changes, rescueDisk: { ...rescueDisk, device } }), paths)
    const seen = disks.map(({ target, bus, device: type, bootOrder }) => [target, bus, type, bootOrder])
    assert.deepEqual(seen.slice(0, -1), notBooted)
    const last = disks.at(-1)
    assert.deepEqual(last?.source, { type: 'file', path: paths.rescueDisk, format: 'qcow2' })
    assert.equal(last?.readOnly, device.type === 'cdrom')
    return seen.at(-1)
  }
  assert.deepEqual(lastWith({ type: 'disk' }), ['vdd', 'virtio', 'disk', 1])
  assert.deepEqual(lastWith({ type: 'disk', bus: 'usb' }), ['sdb', 'usb', 'disk', 1])
  assert.deepEqual(lastWith({ type: 'cdrom', bus: 'scsi' }), ['sdb', 'scsi', 'cdrom', 1])
  assert.deepEqual(lastWith({ type: 'floppy' }), ['fda', 'fdc', 'floppy', 1])
  assert.deepEqual(lastWith({ type: 'cdrom' }), ['hda', 'ide', 'cdrom', 1])
  const onQ35 = { imageProperties: { hw_machine_type: 'pc-q35-7.2' } }
  assert.deepEqual(lastWith({ type: 'cdrom' }, onQ35), ['sdb', 'sata', 'cdrom', 1])
  const onArm = { imageProperties: { hw_machine_type: 'virt' } }
  assert.deepEqual(lastWith({ type: 'cdrom' }, onArm), ['sdb', 'scsi', 'cdrom', 1])
})

test('a rescued server on a volume has that volume where it was', () => {
  const order = orderOf({
    ...{ rootDisk: { from: 'volume' }, volumes: [volume('/dev/vda', 0)] },
    rescueDisk: { ...rescueDisk, device: { type: 'disk', bus: 'virtio' } },
  })
  assert.deepEqual(summary(order), [
    ['vda', 'virtio', 'disk', undefined],
    ['vdb', 'virtio', 'disk', 1],
  ])
})

test('neither the root disk nor a local disk is a floppy', () => {
  const onFdc = orderOf({ imageProperties: { hw_disk_bus: 'fdc' } })
  assert.deepEqual(summary(onFdc), [['vda', 'virtio', 'disk', 1]])
  const onFloppies = orderOf({ localDisks: [{ kind: 'swap', sizeMb: 64, bus: 'fdc' }] })
  assert.throws(() => diskLayout(onFloppies, paths), { code: 'UnsupportedHardware' })
})

test('image properties choose the disk buses, and unknown values are ignored', () => {
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

test('a volume is on the bus that its device name implies', () => {
  assert.equal(volumeDisk(volume('/dev/sdb'), 'virtio').bus, 'scsi')
  assert.equal(volumeDisk(volume('/dev/sdb'), 'sata').bus, 'sata')
  assert.equal(volumeDisk(volume('/dev/vdb'), 'scsi').bus, 'virtio')
})

test('a volume is a CD, which guests only read, or a floppy if it is to be', () => {
  const cd = volumeDisk({ ...volume('/dev/sda'), deviceType: 'cdrom', bus: 'sata' }, 'virtio')
  assert.deepEqual([cd.device, cd.bus, cd.readOnly], ['cdrom', 'sata', true])
  const floppy = volumeDisk({ ...volume('/dev/fda'), deviceType: 'floppy', bus: 'fdc' }, 'virtio')
  assert.deepEqual([floppy.device, floppy.bus, floppy.readOnly], ['floppy', 'fdc', false])
})

test('serverPaths refuses an id that is no UUID', () => {
  assert.throws(() => serverPaths('/instances', '../etc'), TypeError)
})
