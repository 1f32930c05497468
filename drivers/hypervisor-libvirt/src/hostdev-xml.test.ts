import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostdevElements } from './hostdev-xml.ts'
import { interfaceElement } from './interface-xml.ts'
import { bridgedVif, orderOf } from './order.testing.ts'
import { pciDevicesIn } from './read-node-devices.ts'
import { renderXml } from './xml.ts'

const rendered = (elements: readonly Parameters<typeof renderXml>[0][]): string =>
  elements.map((one) => renderXml(one)).join('\n')

test('PCI devices and mediated ones become hostdev elements', () => {
  const order = orderOf({
    pciDevices: [
      { address: '0000:81:00.1', managed: true },
      { address: '0001:0a:1f.7', managed: false },
    ],
    mediatedDevices: [
      { uuid: 'a2ac2a5d-0000-4000-8000-000000000000', parentAddress: '0000:06:00.0', type: 'nvidia-35' },
    ],
  })
  assert.equal(
    rendered(hostdevElements(order)),
    `<hostdev mode='subsystem' type='pci' managed='yes'>
  <source>
    <address domain='0x0000' bus='0x81' slot='0x00' function='0x1'/>
  </source>
</hostdev>
<hostdev mode='subsystem' type='pci' managed='no'>
  <source>
    <address domain='0x0001' bus='0x0a' slot='0x1f' function='0x7'/>
  </source>
</hostdev>
<hostdev mode='subsystem' type='mdev' model='vfio-pci'>
  <source>
    <address uuid='a2ac2a5d-0000-4000-8000-000000000000'/>
  </source>
</hostdev>`,
  )
})

const device = { ...bridgedVif, pciSlot: '0000:81:10.2' }

test('a port on a virtual function becomes a hostdev interface with its MAC address and VLAN', () => {
  assert.equal(
    rendered([interfaceElement({ ...device, type: 'hw_veb', vlan: 100 })]),
    `<interface type='hostdev' managed='yes'>
  <source>
    <address type='pci' domain='0x0000' bus='0x81' slot='0x10' function='0x2'/>
  </source>
  <mac address='fa:16:3e:00:00:01'/>
  <vlan>
    <tag id='100'/>
  </vlan>
  <alias name='ua-55555555-2222-4333-8444-555555555555'/>
</interface>`,
  )
})

test('a macvtap port becomes a direct interface, a port on a physical function a hostdev', () => {
  const [macvtap, whole] = [
    interfaceElement({ ...device, type: 'macvtap', deviceName: 'ens1v2' }),
    interfaceElement({ ...device, type: 'hostdev_physical' }),
  ]
  assert.equal(
    rendered([macvtap, whole]),
    `<interface type='direct'>
  <source dev='ens1v2' mode='passthrough'/>
  <mac address='fa:16:3e:00:00:01'/>
  <model type='virtio'/>
  <alias name='ua-55555555-2222-4333-8444-555555555555'/>
</interface>
<hostdev mode='subsystem' type='pci' managed='yes'>
  <source>
    <address domain='0x0000' bus='0x81' slot='0x10' function='0x2'/>
  </source>
</hostdev>`,
  )
})

test('PCI devices, their functions and mediated device types are read from node devices', () => {
  const pci = (name: string, place: string, more: string) =>
    `<device><name>${name}</name><capability type='pci'>${place}
     <product id='0x1563'>x</product><vendor id='0x8086'>y</vendor>${more}</capability></device>`
  const at = (bus: number, slot: number, fn: number) =>
    `<domain>0</domain><bus>${bus}</bus><slot>${slot}</slot><function>${fn}</function>`
  const devices = pciDevicesIn([
    pci(
      'pci_0000_81_00_0',
      at(129, 0, 0),
      `<capability type='virt_functions' maxCount='63'>
       <address domain='0x0000' bus='0x81' slot='0x10' function='0x0'/>
       <address domain='0x0000' bus='0x81' slot='0x10' function='0x2'/></capability>
       <capability type='vpd'><name>Network adapter</name><fields access='readonly'>
       <serial_number>MT2113X00000</serial_number></fields></capability><numa node='1'/>`,
    ),
    pci(
      'pci_0000_81_10_2',
      at(129, 16, 2),
      `<capability type='phys_function'>
       <address domain='0x0000' bus='0x81' slot='0x00' function='0x0'/></capability>`,
    ),
    pci(
      'pci_0000_06_00_0',
      at(6, 0, 0),
      `<capability type='mdev_types'><type id='nvidia-35'><deviceAPI>vfio-pci</deviceAPI>
       <availableInstances>15</availableInstances></type></capability>`,
    ),
    `<device><name>net_ens1</name><parent>pci_0000_81_00_0</parent><capability type='net'>
     <interface>ens1</interface><address>00:11:22:33:44:55</address></capability></device>`,
    `<device><name>mdev_1</name><parent>pci_0000_06_00_0</parent><capability type='mdev'>
     <type id='nvidia-35'/></capability></device>`,
  ])
  const ids = { vendorId: '8086', productId: '1563' }
  assert.deepEqual(devices, [
    {
      ...{ address: '0000:81:00.0', ...ids, type: 'type-PF', numaNode: 1 },
      ...{ interfaces: ['ens1'], macAddress: '00:11:22:33:44:55', cardSerialNumber: 'MT2113X00000' },
    },
    {
      ...{ address: '0000:81:10.2', ...ids, type: 'type-VF', parentAddress: '0000:81:00.0' },
      ...{ functionNumber: 1, parentMacAddress: '00:11:22:33:44:55', cardSerialNumber: 'MT2113X00000' },
    },
    {
      ...{ address: '0000:06:00.0', ...ids, type: 'type-PCI' },
      mdevTypes: [{ id: 'nvidia-35', instances: 16 }],
    },
  ])
})
