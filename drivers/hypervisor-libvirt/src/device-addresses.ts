import type { FindsDevices } from '@nimbo/compute/driver/finds-devices'
import type { DeviceAddress } from '@nimbo/contracts/compute-rpc/device-address'
import type { DriverDeps } from './driver-deps.ts'
import { readXml, type XmlNode } from './read-domain-xml.ts'

type Place = Pick<DeviceAddress, 'bus' | 'address'>

/** libvirt writes `0x0a`; addresses have the digits only. */
const digits = (node: XmlNode, name: string): string => (node.attribute(name) ?? '').replace(/^0x/, '')

const pciPlace = (node: XmlNode): string =>
  `${digits(node, 'domain')}:${digits(node, 'bus')}:${digits(node, 'slot')}.${digits(node, 'function')}`

const joined = (node: XmlNode, ...names: readonly string[]): string =>
  names.map((name) => node.attribute(name) ?? '0').join(':')

/** Where the guest finds the device; undefined for buses that Nova's metadata do not name, such as SATA. */
const placeOf = (device: XmlNode): Place | undefined => {
  const address = device.child('address')
  switch (address.attribute('type')) {
    case 'pci':
      return { bus: 'pci', address: pciPlace(address) }
    case 'usb':
      return { bus: 'usb', address: joined(address, 'bus', 'port') }
    case 'drive':
      switch (device.child('target').attribute('bus')) {
        case 'scsi':
          return { bus: 'scsi', address: joined(address, 'controller', 'bus', 'target', 'unit') }
        case 'ide':
          return { bus: 'ide', address: joined(address, 'bus', 'unit') }
        default:
          return undefined
      }
    default:
      return undefined
  }
}

/** The name by which the cloud knows a device. */
const nameIn = {
  interface: (device: XmlNode) => device.child('mac').attribute('address'),
  disk: (device: XmlNode) => device.child('target').attribute('dev'),
  hostdev: (device: XmlNode) =>
    device.attribute('type') === 'pci' ? pciPlace(device.child('source').child('address')) : undefined,
} as const

/** Reads the addresses that libvirt gave a domain's devices. */
export const readDeviceAddresses = (xml: string): readonly DeviceAddress[] => {
  const devices = readXml(xml).child('domain').child('devices')
  return (['interface', 'disk', 'hostdev'] as const).flatMap((kind) =>
    devices.children(kind).flatMap((device): readonly DeviceAddress[] => {
      const [of, place] = [nameIn[kind](device), placeOf(device)]
      return of === undefined || place === undefined ? [] : [{ of, ...place }]
    }),
  )
}

export const findsDevices = ({ domains }: Pick<DriverDeps, 'domains'>): FindsDevices => ({
  addresses: async (id) => {
    const domain = await domains.find(id)
    return domain === undefined ? [] : readDeviceAddresses(await domains.xml(domain))
  },
})
