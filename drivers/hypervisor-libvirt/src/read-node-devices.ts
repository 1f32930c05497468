import type { GivesHostDevices } from '@nimbo/compute/driver/gives-host-devices'
import { readXml, type XmlNode } from './read-domain-xml.ts'

type HostDevice = Awaited<ReturnType<GivesHostDevices['list']>>[number]

/** libvirt's name of a PCI device: `pci_0000_81_00_0`. */
export const pciName = (address: string): string => `pci_${address.replaceAll(/[:.]/g, '_')}`

const hex = (value: string | undefined, digits: number): string =>
  Number(value ?? 0)
    .toString(16)
    .padStart(digits, '0')

const addressOf = (part: (name: string) => string | undefined): string =>
  `${hex(part('domain'), 4)}:${hex(part('bus'), 2)}:${hex(part('slot'), 2)}.${hex(part('function'), 1)}`

const capabilityOf = (node: XmlNode, type: string): XmlNode | undefined =>
  node.children('capability').find((one) => one.attribute('type') === type)

/** The interfaces of a PCI device, by its libvirt name. */
type Interfaces = ReadonlyMap<string | undefined, readonly { readonly name: string; readonly mac: string }[]>

/** How many mediated devices exist, by parent and type. */
type Made = ReadonlyMap<string, number>

const key = (parent: string | undefined, type: string | undefined): string => `${parent} ${type}`

const typesOf = (device: XmlNode, pci: XmlNode, made: Made): Pick<HostDevice, 'mdevTypes'> => {
  const types = capabilityOf(pci, 'mdev_types')?.children('type') ?? []
  if (types.length === 0) return {}
  return {
    mdevTypes: types.map((type) => ({
      id: type.attribute('id') ?? '',
      instances:
        Number(type.child('availableInstances').text ?? 0) +
        (made.get(key(device.child('name').text, type.attribute('id'))) ?? 0),
    })),
  }
}

/** The card's serial number in the device's vital product data, if it has such data and libvirt can read them. */
const serialOf = (pci: XmlNode | undefined): Pick<HostDevice, 'cardSerialNumber'> => {
  const fields = pci && capabilityOf(pci, 'vpd')?.children('fields')
  const serial = fields?.map((one) => one.child('serial_number').text).find((text) => text !== undefined)
  return serial === undefined ? {} : { cardSerialNumber: serial }
}

/**
 * The facts about a virtual function that come from its physical function, whose list of virtual functions is in the order of
 * their numbers.
 */
const fromParent = (
  address: string,
  parent: Node | undefined,
  interfaces: Interfaces,
): Pick<HostDevice, 'functionNumber' | 'parentMacAddress' | 'cardSerialNumber'> => {
  if (parent === undefined) return {}
  const functions = capabilityOf(parent.pci, 'virt_functions')?.children('address') ?? []
  const number = functions.findIndex((one) => addressOf((part) => one.attribute(part)) === address)
  const [net] = interfaces.get(parent.device.child('name').text) ?? []
  return {
    ...serialOf(parent.pci),
    ...(number < 0 ? {} : { functionNumber: number }),
    ...(net === undefined ? {} : { parentMacAddress: net.mac }),
  }
}

/** A PCI device as libvirt describes it. */
interface Node {
  readonly device: XmlNode
  readonly pci: XmlNode
}

const placeOf = ({ pci }: Node): string => addressOf((part) => pci.child(part).text)

const deviceOf = (
  { device, pci }: Node,
  all: ReadonlyMap<string, Node>,
  interfaces: Interfaces,
  made: Made,
): HostDevice => {
  const own = capabilityOf(pci, 'phys_function')
  const functions = capabilityOf(pci, 'virt_functions')
  const numa = pci.child('numa').attribute('node')
  const nets = interfaces.get(device.child('name').text) ?? []
  const [first] = nets
  const id = (name: string) => hex(pci.child(name).attribute('id'), 4)
  const address = placeOf({ device, pci })
  const parentAddress = own && addressOf((part) => own.child('address').attribute(part))
  return {
    address,
    ...{ vendorId: id('vendor'), productId: id('product') },
    type: own ? 'type-VF' : functions ? 'type-PF' : 'type-PCI',
    ...(parentAddress !== undefined && {
      parentAddress,
      ...fromParent(address, all.get(parentAddress), interfaces),
    }),
    ...serialOf(pci),
    ...(numa === undefined ? {} : { numaNode: Number(numa) }),
    ...(first && { interfaces: nets.map(({ name }) => name), macAddress: first.mac }),
    ...typesOf(device, pci, made),
  }
}

/** The PCI devices among node devices, with their network interfaces and the mediated devices that they offer. */
export const pciDevicesIn = (xmls: readonly string[]): readonly HostDevice[] => {
  const all = xmls.flatMap((xml) => readXml(xml).children('device'))
  const interfaces: Interfaces = Map.groupBy(
    all.flatMap((device) => {
      const net = capabilityOf(device, 'net')
      const [name, mac] = [net?.child('interface').text, net?.child('address').text ?? '']
      return name === undefined ? [] : [{ name, mac, parent: device.child('parent').text }]
    }),
    ({ parent }) => parent,
  )
  const made = new Map<string, number>()
  for (const device of all) {
    const mdev = capabilityOf(device, 'mdev')
    if (mdev === undefined) continue
    const of = key(device.child('parent').text, mdev.child('type').attribute('id'))
    made.set(of, (made.get(of) ?? 0) + 1)
  }
  const nodes = all.flatMap((device): Node[] => {
    const pci = capabilityOf(device, 'pci')
    return pci === undefined ? [] : [{ device, pci }]
  })
  const byAddress = new Map(nodes.map((node) => [placeOf(node), node]))
  return nodes.map((node) => deviceOf(node, byAddress, interfaces, made))
}
