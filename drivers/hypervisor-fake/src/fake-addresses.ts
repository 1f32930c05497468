import type { FindsDevices } from '@nimbo/compute/driver/finds-devices'
import type { DiskConnection, SpawnOrder, Vif } from '@nimbo/compute/driver/hypervisor'
import type { DeviceAddress } from '@nimbo/contracts/compute-rpc/device-address'
import type { DomainBook } from './domain-book.ts'

/** The place of each device by its name, which it keeps for as long as the guest has it. */
type Places = Readonly<Record<string, number>>

/** The first slots hold the machine's own devices, as in a machine of QEMU. */
const firstPlace = 3

/** Gives each new device the first free place. */
export const placesWith = (before: Places, devices: readonly string[]): Places => {
  const places = new Map(Object.entries(before))
  for (const device of devices) {
    if (places.has(device)) continue
    const taken = new Set(places.values())
    let place = firstPlace
    while (taken.has(place)) place += 1
    places.set(device, place)
  }
  return Object.fromEntries(places)
}

export const placesWithout = (before: Places, device: string): Places =>
  Object.fromEntries(Object.entries(before).filter(([name]) => name !== device))

/** The name of a disk in the guest. */
export const diskName = ({ device }: Pick<DiskConnection, 'device'>): string => device.replace(/^\/dev\//, '')

/** What an interface is known by: its MAC address, or the host's address of a whole card. */
export const nicName = ({ type, macAddress, pciSlot }: Vif): string =>
  type === 'hostdev_physical' && pciSlot !== undefined ? pciSlot : macAddress

/** The names of all devices of an order. */
export const devicesOf = ({ vifs, rootDisk, volumes, localDisks }: SpawnOrder): readonly string[] => [
  ...vifs.map(nicName),
  ...(rootDisk.from === 'image' ? ['vda'] : []),
  ...volumes.map(diskName),
  ...localDisks.flatMap(({ device }) => (device === undefined ? [] : [diskName({ device })])),
]

/** The address of a device, by the bus that its name implies. */
const addressOf = (of: string, place: number): DeviceAddress => {
  const hex = place.toString(16).padStart(2, '0')
  if (/^sd[a-z]/.test(of)) return { of, bus: 'scsi', address: `0:0:0:${place - firstPlace}` }
  if (/^hd[a-z]/.test(of)) return { of, bus: 'ide', address: `${(place >> 1) & 1}:${place & 1}` }
  return { of, bus: 'pci', address: `0000:00:${hex}.0` }
}

/** Addresses as a guest would have them. */
export const fakeAddresses = (book: DomainBook): FindsDevices => ({
  addresses: async (id) =>
    Object.entries(book.find(id)?.places ?? {}).map(([of, place]) => addressOf(of, place)),
})
