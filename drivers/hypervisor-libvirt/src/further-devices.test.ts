import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { domainXml } from './domain-xml.ts'
import { defaultGuestOptions } from './guest-options.ts'
import { bridgedVif, orderOf, serverId } from './order.testing.ts'

type Texts = Readonly<Record<string, string>>

interface Changes {
  readonly image?: Texts
  readonly flavor?: Texts
  readonly guests?: object
  readonly kvm?: boolean
}

/** The elements of these names in the domain of a server with the properties and extra specs, as XML. */
const partsOf = (
  names: readonly string[],
  { image = {}, flavor = {}, guests = {}, kvm = false }: Changes = {},
): readonly string[] => {
  const order = orderOf({ imageProperties: image, extraSpecs: flavor, vifs: [bridgedVif] })
  const xml = domainXml(order, {
    ...{
      paths: serverPaths('/instances', serverId),
      vncListen: '127.0.0.1',
      virtType: kvm ? 'kvm' : 'qemu',
      asRoot: false,
    },
    ...{ guests: { ...defaultGuestOptions, ...guests }, serial: serverId },
  })
  const expression = new RegExp(`<(${names.join('|')})\\b[^>]*?(/>|>.*?</\\1>)`, 'gs')
  return [...xml.matchAll(expression)].map(([part]) => part.replaceAll(/\s*\n\s*/g, '').replaceAll("'", '"'))
}

const q35 = { hw_machine_type: 'q35' }

test('a guest has as many serial ports as its flavor or image ask for, of which the first is logged', () => {
  const { consoleLog } = serverPaths('/instances', serverId)
  const first = `<serial type="pty"><log file="${consoleLog}" append="off"/><target port="0"/></serial>`
  const second = '<serial type="pty"><target port="1"/></serial>'
  const third = '<serial type="pty"><target port="2"/></serial>'
  const ports = (image: Texts, flavor: Texts) => partsOf(['serial'], { image, flavor })
  assert.deepEqual(ports({}, {}), [first])
  assert.deepEqual(ports({}, { 'hw:serial_port_count': '0' }), [first])
  assert.deepEqual(ports({}, { 'hw:serial_port_count': '3' }), [first, second, third])
  assert.deepEqual(ports({ hw_serial_port_count: '2' }, { 'hw:serial_port_count': '3' }), [first, second])
  assert.deepEqual(ports({ hw_serial_port_count: '2' }, {}), [first, second])
})

test('pointer and keyboard are those of the image, or the pointer that the options set', () => {
  const guests = { pointerModel: 'ps2mouse' }
  const tablet = '<input type="tablet" bus="usb"/>'
  assert.deepEqual(partsOf(['input']), [tablet])
  assert.deepEqual(partsOf(['input'], { guests }), [])
  assert.deepEqual(partsOf(['input'], { guests, image: { hw_pointer_model: 'usbtablet' } }), [tablet])
  assert.deepEqual(partsOf(['input'], { guests, image: { hw_input_bus: 'virtio' } }), [
    '<input type="tablet" bus="virtio"/>',
    '<input type="keyboard" bus="virtio"/>',
  ])
  assert.deepEqual(partsOf(['input'], { guests, image: { hw_architecture: 'aarch64' } }), [
    '<input type="keyboard" bus="usb"/>',
  ])
  const usb = (image: Texts) => partsOf(['controller'], { guests, image })[0]
  assert.equal(usb({}), '<controller type="usb" model="none"/>')
  assert.equal(usb({ hw_input_bus: 'virtio' }), '<controller type="usb" model="none"/>')
  assert.equal(usb({ hw_input_bus: 'usb' }), '<controller type="usb" model="qemu-xhci"/>')
})

test('virtio interfaces have packed rings if flavor or image want them', () => {
  const driver = (image: Texts, flavor: Texts = {}) =>
    partsOf(['interface'], { image, flavor })[0]?.match(/<driver [^>]*>/)?.[0]
  assert.equal(driver({}), undefined)
  assert.equal(driver({ hw_virtio_packed_ring: 'true' }), '<driver packed="on"/>')
  assert.equal(
    driver({ hw_vif_multiqueue_enabled: 'true' }, { 'hw:virtio_packed_ring': 'yes' }),
    '<driver queues="2" packed="on"/>',
  )
  assert.equal(driver({ hw_virtio_packed_ring: 'true', hw_vif_model: 'e1000' }), undefined)
  assert.equal(driver({ hw_virtio_packed_ring: 'true' }, { 'hw:virtio_packed_ring': 'false' }), undefined)
})

test('a guest has the IOMMU of its flavor or image where its machine can have one', () => {
  const iommu = (image: Texts, flavor: Texts = {}, kvm = true) =>
    partsOf(['iommu', 'ioapic'], { image, flavor, kvm })
  const intel = [
    '<ioapic driver="qemu"/>',
    '<iommu model="intel"><driver intremap="on" caching_mode="on" eim="on" iotlb="on" aw_bits="48"/></iommu>',
  ]
  const emulated = intel.map((part) => part.replace(' eim="on"', ''))
  assert.deepEqual(iommu({ ...q35, hw_viommu_model: 'intel' }, {}, false), emulated)
  assert.deepEqual(iommu({}), [])
  assert.deepEqual(iommu({ ...q35, hw_viommu_model: 'intel' }), intel)
  assert.deepEqual(iommu({ ...q35, hw_viommu_model: 'virtio' }, { 'hw:viommu_model': 'intel' }), intel)
  assert.deepEqual(iommu(q35, { 'hw:viommu_model': 'auto' }), ['<iommu model="virtio"/>'])
  const arm = { hw_architecture: 'aarch64', hw_machine_type: 'virt' }
  assert.deepEqual(iommu({ ...arm, hw_viommu_model: 'smmuv3' }), ['<iommu model="smmuv3"/>'])
  assert.throws(() => iommu({ hw_viommu_model: 'auto' }), {
    message: 'vIOMMU is not supported by Current machine type pc (Architecture: x86_64).',
  })
  assert.throws(() => iommu({ hw_viommu_model: 'auto', hw_architecture: 's390x' }), {
    message: 'vIOMMU required either x86 or AArch64 architecture, but given architecture s390x.',
  })
})

test('the size of physical addresses is that of flavor or image, which the hypervisor else chooses', () => {
  const size = (image: Texts, flavor: Texts = {}) => partsOf(['maxphysaddr'], { image, flavor })
  assert.deepEqual(size({ hw_maxphysaddr_bits: '42' }), [])
  assert.deepEqual(size({}, { 'hw:maxphysaddr_mode': 'passthrough' }), ['<maxphysaddr mode="passthrough"/>'])
  assert.deepEqual(size({ hw_maxphysaddr_mode: 'emulate', hw_maxphysaddr_bits: '42' }), [
    '<maxphysaddr mode="emulate" bits="42"/>',
  ])
})
