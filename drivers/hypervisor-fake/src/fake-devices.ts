import type { AttachesDevices, DiskConnection, Vif } from '@nimbo/compute/driver/hypervisor'
import { copyQuietDisk } from '@nimbo/local-guests/copy-quiet-disk'
import type { ServerId } from '@nimbo/kernel/ids'
import type { FakeOperation } from './failures.ts'
import type { FakeDomain } from './fake-domain.ts'
import { diskName, nicName, placesWith, placesWithout } from './fake-addresses.ts'
import { deviceLines, type FakeParts } from './fake-power.ts'

type Kind = 'volumeIds' | 'portIds'

/** A device by its id in the cloud and its name in the guest. */
interface PluggedDevice {
  readonly device: string
  readonly name: string
}

const volumeOf = (disk: DiskConnection): PluggedDevice => ({ device: disk.volumeId, name: diskName(disk) })
const portOf = (vif: Vif): PluggedDevice => ({ device: vif.portId, name: nicName(vif) })

export const fakeDevices = ({ book, failures }: FakeParts): AttachesDevices => {
  const plug = async (
    id: ServerId,
    operation: FakeOperation,
    kind: Kind,
    { device, name }: PluggedDevice,
    line: string,
    more: Partial<FakeDomain> = {},
  ) => {
    await failures.check(operation)
    const before = book.need(id)
    if (before[kind].includes(device)) return
    const places = placesWith(before.places ?? {}, [name])
    await book.write({ ...before, ...more, places, [kind]: [...before[kind], device] }, line)
  }
  const unplug = async (
    id: ServerId,
    operation: FakeOperation,
    kind: Kind,
    { device, name }: PluggedDevice,
    line: string,
  ) => {
    await failures.check(operation)
    const before = book.need(id)
    if (!before[kind].includes(device)) return
    const places = placesWithout(before.places ?? {}, name)
    await book.write({ ...before, places, [kind]: before[kind].filter((one) => one !== device) }, line)
  }
  return {
    // Disks are never read, so no key is needed.
    keepKey: async () => {},
    opensSecondLuks: true,
    attachVolume: (id, disk) => {
      const line = `volume ${disk.volumeId} attached as ${disk.device}`
      return plug(id, 'attach-volume', 'volumeIds', volumeOf(disk), line)
    },
    detachVolume: (id, disk) =>
      unplug(id, 'detach-volume', 'volumeIds', volumeOf(disk), `volume ${disk.volumeId} detached`),
    extendVolume: async (id, { volumeId }, bytes) => {
      await failures.check('extend-volume')
      const before = book.need(id)
      if (before.volumeIds.includes(volumeId))
        await book.write(before, `volume ${volumeId} has ${bytes} bytes`)
    },
    swapVolume: async (id, from, { volumeId, attachmentId, device }) => {
      await failures.check('swap-volume')
      const before = book.need(id)
      if (!before.volumeIds.includes(from.volumeId)) return
      const volumeIds = before.volumeIds.map((one) => (one === from.volumeId ? volumeId : one))
      const line = `volume of attachment ${attachmentId} took the place of ${from.attachmentId} as ${device}`
      await book.write({ ...before, volumeIds }, line)
    },
    copyVolume: async (id, { volumeId, connection }, path) => {
      await failures.check('copy-volume')
      // No guest writes to it, so that its file can be read as it lies there.
      if (connection.type === 'file') await copyQuietDisk(connection.path, path)
      const domain = book.find(id)
      if (domain) await book.write(domain, `volume ${volumeId} copied`)
    },
    attachInterface: (id, vif) => {
      const { portId, macAddress } = vif
      const macs = { ...book.find(id)?.macs, [portId]: macAddress }
      const line = [`interface ${macAddress} attached`, ...deviceLines({ vifs: [vif] })].join(', ')
      return plug(id, 'attach-interface', 'portIds', portOf(vif), line, { macs })
    },
    detachInterface: (id, vif) =>
      unplug(id, 'detach-interface', 'portIds', portOf(vif), `interface ${vif.macAddress} detached`),
  }
}
