import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diskElement } from './disk-xml.ts'
import { renderXml } from './xml.ts'

const common = { device: 'disk', target: 'vdb', bus: 'virtio', readOnly: false, serial: 'v' } as const

test('an NBD disk waits for its export to reconnect, and uses TLS to other hosts only', () => {
  const local = { type: 'nbd', socket: '/run/nbd.sock', exportName: 'v' } as const
  const here = renderXml(diskElement({ ...common, source: local }))
  assert.match(here, /<host transport='unix' socket='\/run\/nbd.sock'\/>\s*<reconnect delay='300'\/>/)
  assert.match(here, /error_policy='stop' rerror_policy='stop'/)
  assert.doesNotMatch(here, /tls/)
  const remote = { type: 'nbd', host: '192.0.2.7', port: 10_809, exportName: 'v', tls: true } as const
  const there = renderXml(diskElement({ ...common, source: remote }))
  assert.match(there, /<source protocol='nbd' name='v' tls='yes'>\s*<host name='192.0.2.7' port='10809'\/>/)
})

test('a volume has the limits of its type, and a local disk those of the flavor', () => {
  const source = { type: 'file', path: '/disks/v', format: 'raw' } as const
  const flavor = { 'quota:disk_read_iops_sec': '100' }
  const limits = { read_iops_sec: '500', total_bytes_sec: '1048576' }
  const volume = renderXml(diskElement({ ...common, source, limits }, flavor))
  assert.match(volume, /<read_iops_sec>500<\/read_iops_sec>\s*<total_bytes_sec>1048576<\/total_bytes_sec>/)
  assert.doesNotMatch(renderXml(diskElement({ ...common, source }, flavor)), /iotune/)
  const { serial: _, ...local } = common
  assert.match(renderXml(diskElement({ ...local, source }, flavor)), /<read_iops_sec>100<\/read_iops_sec>/)
})

test('a disk of a multi-attach volume is shareable', () => {
  const source = { type: 'file', path: '/volumes/v', format: 'raw' } as const
  assert.match(renderXml(diskElement({ ...common, source, shared: true })), /<shareable\/>/)
  assert.doesNotMatch(renderXml(diskElement({ ...common, source })), /shareable/)
})

test('a rescue disk is a USB stick, a CD or a floppy', () => {
  const source = { type: 'file', path: '/i/disk.rescue', format: 'qcow2' } as const
  const rescue = { source, bootOrder: 1, readOnly: false } as const
  const flavor = { 'quota:disk_read_iops_sec': '100' }
  const stick = renderXml(diskElement({ ...rescue, device: 'disk', target: 'sda', bus: 'usb' }, flavor))
  assert.match(stick, /<disk type='file' device='disk'>/)
  assert.match(stick, /discard='unmap'/)
  assert.match(stick, /<target dev='sda' bus='usb'\/>\s*<iotune>/)
  assert.match(stick, /<boot order='1'\/>/)
  const cd = renderXml(
    diskElement({ ...rescue, device: 'cdrom', readOnly: true, target: 'sdb', bus: 'scsi' }, flavor),
  )
  assert.match(cd, /<readonly\/>\s*<boot order='1'\/>/)
  assert.match(cd, /<address type='drive' controller='0' bus='0' target='0' unit='1'\/>/)
  const floppy = renderXml(diskElement({ ...rescue, device: 'floppy', target: 'fda', bus: 'fdc' }, flavor))
  assert.match(floppy, /device='floppy'/)
  assert.match(floppy, /<target dev='fda' bus='fdc'\/>\s*<boot order='1'\/>/)
  for (const removable of [cd, floppy]) assert.doesNotMatch(removable, /iotune|discard/)
})

test('a config drive has a fixed address, whatever other SCSI disks there are', () => {
  const source = { type: 'file', path: '/config.iso', format: 'raw' } as const
  const drive = { device: 'cdrom', target: 'sdz', bus: 'scsi', readOnly: true, source } as const
  assert.match(renderXml(diskElement(drive)), /unit='25'/)
})

test('disks are cached as the options say, shared ones never, and discard what the options allow', () => {
  const options = { cacheModes: { file: 'directsync' }, discard: 'ignore' } as const
  const disk = { ...common, source: { type: 'file', path: '/disk', format: 'raw' } } as const
  const driver = (...[of, how]: [Parameters<typeof diskElement>[0], Parameters<typeof diskElement>[2]?]) =>
    /<driver [^>]*cache='(\w+)' discard='(\w+)'/.exec(renderXml(diskElement(of, {}, how)))?.slice(1)
  assert.deepEqual(driver(disk), ['writeback', 'unmap'])
  assert.deepEqual(driver(disk, options), ['directsync', 'ignore'])
  assert.deepEqual(driver({ ...disk, shared: true }, options), ['none', 'ignore'])
  const remote = { type: 'nbd', host: '192.0.2.1', port: 10809, exportName: 'v' } as const
  assert.deepEqual(driver({ ...common, source: remote }, options), ['writeback', 'ignore'])
})
