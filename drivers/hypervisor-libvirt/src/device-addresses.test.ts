import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDeviceAddresses } from './device-addresses.ts'

const pci = (slot: string, func = '0x0') =>
  `<address type='pci' domain='0x0000' bus='0x00' slot='${slot}' function='${func}'/>`

test('the addresses of disks and interfaces are those that libvirt gave them', () => {
  const xml = `<domain type='kvm'>
  <devices>
    <disk type='file' device='disk'><target dev='vda' bus='virtio'/>${pci('0x04')}</disk>
    <disk type='network' device='disk'><target dev='sdb' bus='scsi'/>
      <address type='drive' controller='0' bus='0' target='0' unit='1'/></disk>
    <disk type='file' device='cdrom'><target dev='hdc' bus='ide'/>
      <address type='drive' controller='0' bus='1' target='0' unit='0'/></disk>
    <disk type='file' device='disk'><target dev='sdc' bus='usb'/><address type='usb' bus='0' port='2'/></disk>
    <disk type='file' device='disk'><target dev='sda' bus='sata'/>
      <address type='drive' controller='0' bus='0' target='0' unit='0'/></disk>
    <controller type='usb' index='0'>${pci('0x01', '0x2')}</controller>
    <interface type='bridge'><mac address='fa:16:3e:00:00:01'/>${pci('0x02')}</interface>
    <interface type='user'><mac address='fa:16:3e:00:00:02'/></interface>
    <hostdev mode='subsystem' type='pci' managed='yes'>
      <source><address domain='0x0000' bus='0x81' slot='0x00' function='0x1'/></source>${pci('0x07')}
    </hostdev>
    <hostdev mode='subsystem' type='mdev'><source><address uuid='u'/></source>${pci('0x08')}</hostdev>
  </devices>
</domain>`
  assert.deepEqual(readDeviceAddresses(xml), [
    { of: 'fa:16:3e:00:00:01', bus: 'pci', address: '0000:00:02.0' },
    { of: 'vda', bus: 'pci', address: '0000:00:04.0' },
    { of: 'sdb', bus: 'scsi', address: '0:0:0:1' },
    { of: 'hdc', bus: 'ide', address: '1:0' },
    { of: 'sdc', bus: 'usb', address: '0:2' },
    { of: '0000:81:00.1', bus: 'pci', address: '0000:00:07.0' },
  ])
})

test('a domain without devices has no addresses', () => {
  assert.deepEqual(readDeviceAddresses('<domain type="kvm"><name>a</name></domain>'), [])
})
