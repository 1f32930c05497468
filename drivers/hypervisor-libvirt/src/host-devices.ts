import type { GivesHostDevices } from '@nimbo/compute/driver/gives-host-devices'
import { errorCodes, isLibvirtError } from '@nimbo/libvirt/errors'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DriverDeps } from './driver-deps.ts'
import { pciDevicesIn, pciName } from './read-node-devices.ts'
import { element, renderXml } from './xml.ts'

/** Flags of the list: PCI devices, network interfaces, mediated devices. */
const listed = (1 << 1) | (1 << 4) | (1 << 14)

const mdevName = (uuid: string): string => `mdev_${uuid.replaceAll('-', '_')}`

/** The id in the name of a mediated device; undefined for other devices. */
const mdevUuid = (name: string): string | undefined => {
  const [, uuid] = /^mdev_([0-9a-f]{8}(?:_[0-9a-f]{4}){3}_[0-9a-f]{12})/.exec(name) ?? []
  return uuid?.replaceAll('_', '-')
}

/** The host's PCI and mediated devices, from libvirt's node devices. */
export const hostDevices = ({ session }: Pick<DriverDeps, 'session'>): GivesHostDevices => {
  const names = async (): Promise<readonly string[]> => {
    const found = await session.call(procedures.connectListAllNodeDevices, { needResults: 1, flags: listed })
    return found.devices.map(({ name }) => name)
  }
  const xmlOf = async (name: string): Promise<readonly string[]> => {
    try {
      return [(await session.call(procedures.nodeDeviceGetXmlDesc, { name, flags: 0 })).xml]
    } catch (error) {
      // A device (a virtual function, an interface) may vanish after it was listed.
      if (isLibvirtError(error, errorCodes.noNodeDevice)) return []
      throw error
    }
  }
  const isMdev = async (uuid: string): Promise<string | undefined> =>
    // Newer versions of libvirt append the address of the parent.
    (await names()).find((name) => name.startsWith(mdevName(uuid)))

  return {
    list: async () => pciDevicesIn((await Promise.all((await names()).map(xmlOf))).flat()),
    mdevs: async () => (await names()).flatMap((name) => mdevUuid(name) ?? []),
    makeMdev: async ({ uuid, parentAddress, type }) => {
      if ((await isMdev(uuid)) !== undefined) return
      const device = element(
        'device',
        {},
        element('parent', {}, pciName(parentAddress)),
        element('capability', { type: 'mdev' }, element('type', { id: type }), element('uuid', {}, uuid)),
      )
      await session.call(procedures.nodeDeviceCreateXml, { xml: renderXml(device), flags: 0 })
    },
    removeMdev: async (uuid) => {
      const name = await isMdev(uuid)
      if (name !== undefined) await session.call(procedures.nodeDeviceDestroy, { name })
    },
  }
}
